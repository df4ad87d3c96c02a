/**
 * Calls whose answer was lost, so that nobody knows whether they were charged. Repeated unchanged, under the same id, such a
 * call is charged once; the same sentences in another call would be charged again.
 */
import type { LiveCall } from './live-call.ts';
import { keyOf, type LiveSettings } from './live-settings.ts';
import { countCharacters } from './split-sentences.ts';

type LostCall = Omit<LiveCall, 'signal'>;

/** No more are under way at once, and each is repeated before another is made from its sentences. */
const maxCalls = 8;

export class LostCalls {
  readonly #calls = new Map<string, LostCall>();

  /** The next call to repeat, if most of what it cost is still wanted. Calls that are not worth a repeat are forgotten. */
  take(settings: LiveSettings, wanted: ReadonlySet<string>): LostCall | undefined {
    const key = keyOf(settings);
    for (const call of this.#calls.values()) {
      if (keyOf(call.settings) !== key) continue;
      if (call.texts.every((text) => !wanted.has(text))) continue;
      if (isWorthRepeating(call, wanted)) return call;
      this.#calls.delete(call.id);
    }
    return undefined;
  }

  /** It was answered, or its id is of no use any longer. */
  forget({ id }: LiveCall): void {
    this.#calls.delete(id);
  }

  keep({ id, settings, texts, sourceLang, context }: LiveCall): void {
    this.#calls.delete(id);
    this.#calls.set(id, { id, settings, texts, sourceLang, context });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= maxCalls) break;
      this.#calls.delete(oldest);
    }
  }
}

/** If it was not charged after all, its repeat is, with the sentences that nobody wants any longer. */
function isWorthRepeating({ texts }: LostCall, wanted: ReadonlySet<string>): boolean {
  let useful = 0;
  for (const text of texts) useful += wanted.has(text) ? countCharacters(text) : -countCharacters(text);
  return useful >= 0;
}
