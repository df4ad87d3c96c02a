/**
 * The answer of a streamed call: one JSON object per line. The headers are sent with the first part, so that
 * everything that ends the call before is an ordinary problem. A reader that is slower than the engines slows
 * them down, and one that does not read at all is cut off at the deadline of the call.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { CallLifetime } from '../../../gateway/call-lifetime.ts';
import type { PartReader } from '../../../gateway/stream-call.ts';
import { answerLanguageTag } from '../../../lib/language-tag.ts';

export const partStreamType = 'application/x-ndjson';

export const partStreamHeaders = {
  'content-type': `${partStreamType}; charset=utf-8`,
  // nginx would otherwise collect the parts and send them together.
  'x-accel-buffering': 'no',
  // A node that begins to drain during the answer could no longer ask its client to connect elsewhere.
  connection: 'close',
};

/** Bytes that wait for a slow reader in this process, besides one part and the buffer of its connection. */
const maxWaitingBytes = 16 * 1024;

export class PartStream {
  readonly body = new PassThrough({ highWaterMark: maxWaitingBytes });
  readonly #lifetime: CallLifetime;
  readonly #begun = Promise.withResolvers<'begun'>();
  #characters = 0;

  constructor(lifetime: CallLifetime) {
    this.#lifetime = lifetime;
    // The connection reports its own errors; without a listener here they would end the process.
    this.body.on('error', () => undefined);
  }

  /** Resolves with the first part. */
  get begun(): Promise<'begun'> {
    return this.#begun.promise;
  }

  /** Of the parts that were sent. */
  get characters(): number {
    return this.#characters;
  }

  reader(refuse: PartReader['refuse']): PartReader {
    return {
      refuse,
      whenReady: () => this.#whenReady(),
      send: ({ index, text, source, engine, characters }) => {
        if (this.body.destroyed || this.#lifetime.signal.aborted) return false;
        this.#characters += characters;
        const detected_source_language = answerLanguageTag(source);
        this.#write({ type: 'part', index, text, detected_source_language, engine, characters });
        this.#begun.resolve('begun');
        return true;
      },
    };
  }

  /** Sends the last event. */
  end(event: object): void {
    if (this.body.destroyed) return;
    // Whoever has not read until the deadline would keep this connection, and a node that drains, waiting.
    if (this.#lifetime.ending === 'deadline' && this.body.writableNeedDrain) this.body.destroy();
    else {
      this.#write(event);
      this.body.end();
    }
  }

  destroy(): void {
    this.body.destroy();
  }

  #write(event: object): void {
    this.body.write(`${JSON.stringify(event)}\n`);
  }

  async #whenReady(): Promise<void> {
    const { signal } = this.#lifetime;
    if (!this.body.writableNeedDrain || this.body.destroyed || signal.aborted) return;
    // Rejects when the call is over, which the caller checks itself.
    await once(this.body, 'drain', { signal }).catch(() => undefined);
  }
}
