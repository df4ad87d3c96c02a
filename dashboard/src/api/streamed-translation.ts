/** A translation whose parts arrive while the rest is still being translated. */
import { t } from '../lib/messages.ts';
import { answered, at, client, Refusal } from './client.ts';
import type { paths } from './schema.d.ts';
import { sessionHasEnded } from './session-events.ts';

export type StreamedCall = NonNullable<
  paths['/api/teams/{team}/translate/stream']['post']['requestBody']
>['content']['application/json'];

/** The last event: everything but the texts. */
export interface StreamedAnswer {
  readonly translations: readonly {
    detected_source_language: string;
    engine: string;
    /** Only in an answer that was not streamed. */
    alternatives?: readonly string[];
  }[];
  readonly characters: number;
  readonly warnings: readonly { code: string; detail: string }[];
  readonly steps: Readonly<Record<string, number>>;
}

type StreamEvent =
  | { readonly type: 'part'; readonly index: number; readonly text: string }
  | ({ readonly type: 'done' } & StreamedAnswer)
  | { readonly type: 'error'; readonly code: string; readonly detail: string };

export interface StreamReader {
  readonly signal: AbortSignal;
  /** Gets each part of the only text. */
  onPart(text: string): void;
}

/** Throws a `Refusal` if the call is refused or breaks off; the parts that arrived stay valid. */
export async function translateStreamed(
  team: string,
  body: StreamedCall,
  { signal, onPart }: StreamReader,
): Promise<StreamedAnswer> {
  const asked = client.POST('/api/teams/{team}/translate/stream', {
    ...at({ team }),
    body,
    signal,
    parseAs: 'stream',
  });
  const lines = await answered<ReadableStream<Uint8Array> | null>(asked);
  const requestId = (await asked).response.headers.get('x-request-id');
  for await (const event of readEvents(lines)) {
    if (event.type === 'part') onPart(event.text);
    else if (event.type === 'done') return event;
    else {
      if (event.code === 'unauthorized') sessionHasEnded();
      throw new Refusal(event.code, event.detail, requestId);
    }
  }
  throw new Refusal(
    'unreachable',
    t('The connection to the server was lost. What is shown was charged; translate the rest again.'),
    requestId,
    null,
    // What was charged is shown.
    false,
  );
}

/** Ends without a last event if the connection breaks. */
export async function* readEvents(lines: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = lines
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let waiting = '';
  for (;;) {
    const chunk = await reader.read().catch(() => undefined);
    if (chunk === undefined || chunk.done) return;
    const complete = (waiting + chunk.value).split('\n');
    waiting = complete.pop() ?? '';
    for (const line of complete) yield JSON.parse(line) as StreamEvent;
  }
}
