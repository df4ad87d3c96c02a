/**
 * The last steps of a call whose texts are sent while they are translated: hold, then for each part translate,
 * record, send, and in the end settle. Nothing is sent before the whole call is held, and no part before it is
 * recorded, so that what was sent is charged whatever happens to this process.
 */
import type { CallDialect } from '../lib/call-dialect.ts';
import { type Problem, ProblemError } from '../lib/errors.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import type { StreamCharges, StreamedCall } from '../metering/streamed-calls.ts';
import type { Logger } from '../observability/logger.ts';
import { OverloadError } from '../translate/overload-error.ts';
import type {
  OpenParts,
  PreparedRequest,
  TeamWork,
  TranslatedPart,
  Translation,
  Translator,
} from '../translate/translator.ts';
import type { Warning } from '../translate/warnings.ts';
import type { CallLifetime } from './call-lifetime.ts';
import { engineFailure, ledgerRefusals, ledgerUnavailable, streamEnded } from './refusals.ts';
import { type TimedCall, timed } from './timed-step.ts';
import { SentUsage } from './usage-lines.ts';

/** The reader of a streamed call. */
export interface PartReader {
  /** Resolves when the reader has room for another part, or when the call is over. */
  whenReady(): Promise<void>;
  /** Returns the reason if the reader may not see more, such as a session that has ended. */
  refuse(): Promise<Problem | undefined>;
  /** Returns false if the reader is gone; the part then counts as not sent. */
  send(part: TranslatedPart): boolean;
}

export interface StreamParts {
  readonly translator: Pick<Translator, 'openParts'>;
  readonly streams: StreamCharges;
  readonly logger: Logger;
  readonly isTemporary: (error: unknown) => boolean;
}

interface CallToStream extends TimedCall {
  readonly id: string;
  readonly dialect: CallDialect;
  readonly tag?: string | undefined;
  readonly lifetime: CallLifetime;
  readonly caller: { readonly teamId: string; readonly keyId: string; readonly mode: string };
}

type Streamed =
  | {
      ok: true;
      target: string;
      translations: Translation[];
      characters: number;
      warnings: Warning[];
      replayed: false;
    }
  | Refusal;

export async function streamCall(
  parts: StreamParts,
  call: CallToStream,
  prepared: PreparedRequest,
  work: TeamWork,
  reader: PartReader,
): Promise<Streamed> {
  const { lifetime, dialect, tag } = call;
  const { teamId, keyId, mode } = call.caller;
  const opened = await unlessOver(parts, call, parts.translator.openParts(prepared, work));
  if (!opened.ok) return opened;
  const { characters } = prepared;
  const { deadlineMs } = lifetime;
  const stream = {
    teamId,
    id: call.id,
    keyId,
    mode,
    dialect,
    tag,
    characters,
    target: opened.target,
    deadlineMs,
  };
  const verdict = await timed(call, 'look', () => parts.streams.begin(stream));
  if (verdict !== 'held') return refusedWith(ledgerRefusals[verdict]);
  const usage = new SentUsage();
  const sent: TranslatedPart[] = [];
  const sendAll = async (): Promise<Streamed> => {
    const ended = await sendParts(parts, call, { stream, opened, reader, usage, sent });
    if (!ended.ok) return ended;
    const { target } = opened;
    const summary = await opened.summarize(sent);
    return { ok: true, target, ...summary, characters: usage.characters, replayed: false };
  };
  try {
    return await unlessOver(parts, call, sendAll());
  } finally {
    await timed(call, 'charge', () => parts.streams.settle(stream, usage.lines()));
  }
}

interface Sending {
  readonly stream: StreamedCall;
  readonly opened: OpenParts;
  readonly reader: PartReader;
  readonly usage: SentUsage;
  readonly sent: TranslatedPart[];
}

async function sendParts(
  { streams }: StreamParts,
  call: CallToStream,
  { stream, opened, reader, usage, sent }: Sending,
): Promise<{ ok: true } | Refusal> {
  for (;;) {
    const next = await timed(call, 'translate', () => opened.parts.next());
    if (next.done) return { ok: true };
    await reader.whenReady();
    call.lifetime.signal.throwIfAborted();
    const lines = usage.linesWith(next.value);
    const isRecorded = await timed(call, 'charge', () => streams.record(stream, lines));
    if (!isRecorded) return refusedWith((await reader.refuse()) ?? streamEnded);
    // After the record, which may have waited for a lock. What is not sent now is recorded, but not settled.
    const refusal = await reader.refuse();
    if (refusal !== undefined) return refusedWith(refusal);
    if (!reader.send(next.value)) return refusedWith(engineFailure(call.lifetime));
    usage.add(next.value);
    sent.push(next.value);
  }
}

/** Turns the failure of an engine or a store, and the end of the call, into a refusal. */
async function unlessOver<T>(
  { logger, isTemporary }: StreamParts,
  { id, lifetime }: CallToStream,
  work: Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work;
  } catch (err) {
    if (err instanceof ProblemError) return refusedWith(err.problem);
    if (isTemporary(err)) return refusedWith(ledgerUnavailable);
    if (lifetime.ending === undefined && !(err instanceof OverloadError))
      logger.error('an engine failed', { requestId: id, err });
    return refusedWith(engineFailure(lifetime));
  }
}
