/**
 * Calls whose answer was lost, so that nobody knows whether they were charged. Repeated unchanged, under the same id, such a
 * call is charged once; the same sentences in another call would be charged again.
 */
import type { LiveCall } from './live-call.ts';
import { keyOf, type LiveSettings } from './live-settings.ts';
import { countCharacters } from './split-sentences.ts';

type LostCall = Omit<LiveCall, 'signal'>;

interface Kept {
  readonly call: LostCall;
  /** A repeat may cost this much for sentences that nobody wants any longer, if the call was not charged after all. */
  readonly mostUnwanted: number;
}

/** More than are ever lost in a row. The oldest was most likely made of sentences that are gone. */
const maxCalls = 32;

/** A call that was given up before its answer is rarely charged: the server notices. One whose answer was lost often is. */
const mostUnwantedOfLost = 1_000;

export class LostCalls {
  readonly #calls = new Map<string, Kept>();

  /**
   * The next call to repeat, before one of its sentences is sent in another. `missing` are all sentences without a translation,
   * `wanted` are those that may be sent now. Calls that are not worth a repeat are forgotten.
   */
  take(
    settings: LiveSettings,
    wanted: ReadonlySet<string>,
    missing: ReadonlySet<string>,
  ): LostCall | undefined {
    const key = keyOf(settings);
    for (const kept of this.#calls.values()) {
      const { call } = kept;
      if (keyOf(call.settings) !== key) continue;
      if (call.texts.every((text) => !wanted.has(text))) continue;
      if (isWorthRepeating(kept, missing)) return call;
      this.#calls.delete(call.id);
    }
    return undefined;
  }

  /** It was answered, or its id is of no use any longer. */
  forget({ id }: LiveCall): void {
    this.#calls.delete(id);
  }

  /** `isGivenUp`: by the page, before there was an answer to lose. */
  keep({ id, settings, texts, sourceLang, context }: LiveCall, isGivenUp = false): void {
    const known = this.#calls.get(id);
    const mostUnwanted = isGivenUp ? (known?.mostUnwanted ?? 0) : mostUnwantedOfLost;
    this.#calls.delete(id);
    this.#calls.set(id, { call: { id, settings, texts, sourceLang, context }, mostUnwanted });
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= maxCalls) break;
      this.#calls.delete(oldest);
    }
  }
}

/**
 * If it was not charged after all, its repeat is, with the sentences that nobody wants any longer. For a long text that was
 * mostly replaced, that would cost more than to send the rest of it again.
 */
function isWorthRepeating({ call, mostUnwanted }: Kept, missing: ReadonlySet<string>): boolean {
  let [useful, unwanted] = [0, 0];
  for (const text of call.texts)
    if (missing.has(text)) useful += countCharacters(text);
    else unwanted += countCharacters(text);
  return unwanted <= Math.max(useful, mostUnwanted);
}
