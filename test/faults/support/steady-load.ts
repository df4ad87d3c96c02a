/** A constant number of callers who send one known call after the other and note how each ended. */
import { type ProblemAnswer, type TranslateAnswer, translate } from '../../support/api-client.ts';
import type { CallMaker, KnownCall } from './known-texts.ts';

export interface CallRecord {
  readonly pair: string;
  readonly texts: number;
  readonly durationMs: number;
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  /** Answers that are not the one right answer of their text. */
  readonly misplaced: readonly string[];
}

export interface Target {
  readonly url: string;
  readonly key: string;
}

export async function sendKnownCall({ url, key }: Target, call: KnownCall): Promise<CallRecord> {
  const { source, target } = call.pair;
  const started = performance.now();
  const common = { pair: `${source}>${target}`, texts: call.texts.length };
  try {
    const { status, headers, body } = await translate<TranslateAnswer & ProblemAnswer>(url, key, {
      text: call.texts,
      source_lang: source,
      target_lang: target,
    });
    return {
      ...common,
      durationMs: performance.now() - started,
      status,
      code: status === 200 ? undefined : body.code,
      retryAfter: headers.get('retry-after'),
      misplaced: status === 200 ? misplacedAnswers(call, body) : [],
    };
  } catch {
    const durationMs = performance.now() - started;
    return { ...common, durationMs, status: 0, code: undefined, retryAfter: null, misplaced: [] };
  }
}

function misplacedAnswers(call: KnownCall, body: TranslateAnswer): string[] {
  const answers = body.translations.map(({ text }) => text);
  const wrong = call.expected
    .map((expected, i) => (answers[i] === expected ? undefined : `"${expected}" came as "${answers[i]}"`))
    .filter((fault) => fault !== undefined);
  return answers.length > call.expected.length ? [...wrong, 'more answers than texts'] : wrong;
}

export function startLoad(target: Target, maker: CallMaker, callers: number) {
  const records: CallRecord[] = [];
  let stopping = false;
  const caller = async () => {
    while (!stopping) records.push(await sendKnownCall(target, maker.next()));
  };
  const running = Promise.all(Array.from({ length: callers }, caller));
  return {
    /** Lets the calls under way end and returns how every call ended. */
    async stop(): Promise<readonly CallRecord[]> {
      stopping = true;
      await running;
      return records;
    },
  };
}
