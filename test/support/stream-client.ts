/** Reads a streamed call of the playground event by event, as the page does. */
import { bearer } from './api-client.ts';

export interface StreamEvent {
  readonly type: 'part' | 'done' | 'error';
  readonly index: number;
  readonly text: string;
  readonly characters: number;
  readonly code: string;
  readonly detail: string;
  readonly engine: string;
  readonly detected_source_language: string;
  readonly translations: readonly { engine: string; detected_source_language: string }[];
  readonly warnings: readonly { code: string }[];
}

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined at the end. Rejects if the connection breaks. */
  next(): Promise<StreamEvent | undefined>;
  rest(): Promise<StreamEvent[]>;
  hangUp(): void;
}

export interface StreamedCall {
  readonly consoleUrl: string;
  readonly token: string;
  readonly team: string;
  readonly text: readonly string[];
  readonly members?: object;
  readonly signal?: AbortSignal;
}

/** Resolves when the headers are there: with the first part, or with a refusal. */
export async function openStream(asked: StreamedCall): Promise<OpenStream> {
  const { consoleUrl, token, team, text, members = { source_lang: 'EN', target_lang: 'DE' } } = asked;
  const controller = new AbortController();
  asked.signal?.addEventListener('abort', () => controller.abort());
  const response = await fetch(`${consoleUrl}/api/teams/${team}/translate/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify({ text, ...members }),
    signal: controller.signal,
  });
  const events = readLines(response);
  const next = async () => (await events.next()).value as StreamEvent | undefined;
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const all: StreamEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) all.push(event);
      return all;
    },
    hangUp: () => controller.abort(),
  };
}

async function* readLines(response: Response): AsyncGenerator<StreamEvent> {
  let waiting = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    waiting += decoder.decode(chunk, { stream: true });
    const lines = waiting.split('\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  // A refusal is one JSON object without a line break.
  if (waiting !== '') yield JSON.parse(waiting);
}

/** Sentences that are a part each, with their number as the first word. */
export function numberedText(parts: number): string {
  return Array.from({ length: parts }, (_, i) => sentence(i + 1)).join(' ');
}

function sentence(number: number): string {
  return `Number ${number} is a sentence that ${'goes on and '.repeat(45)}ends here.`;
}

/** What the first parts of such a text cost: each but the first begins with the blank between two sentences. */
export function charactersOf(parts: number): number {
  return numberedText(parts).length;
}
