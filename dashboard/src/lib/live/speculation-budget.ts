/**
 * Keeps live translation from charging for text that is still being typed. What is sent before its sentence is
 * certain is speculation, and is lost if the sentence grows. A text of 2,000 characters with sentences of at most 120
 * that is typed from its beginning to its end costs at most 1.2 times its characters, because at most 160 + 8 % of
 * them are ever lost. The rest of the fifth is for a person who asks for a translation earlier.
 */
import { countCharacters, type Speculative } from './split-sentences.ts';

/** The less certain the end of a sentence, the less may be lost by it, so that a real end finds something left. */
const budgets: Readonly<Record<Speculative, { readonly base: number; readonly share: number }>> = {
  ended: { base: 160, share: 0.08 },
  doubtful: { base: 100, share: 0.05 },
  open: { base: 80, share: 0.04 },
};
/** A full stop after a longer sentence is hardly ever none: a single long sentence is translated too. */
const maxRisk = 120;

export class SpeculationBudget {
  readonly #settled = new Set<string>();
  /** Sent while it could still grow, and not a certain sentence so far. */
  readonly #speculated = new Map<string, number>();
  #settledCharacters = 0;
  #lost = 0;

  /** A sentence that is certain and was sent, now or before, costs nothing but itself. */
  settle(sentence: string): void {
    if (this.#settled.has(sentence)) return;
    this.#settled.add(sentence);
    this.#settledCharacters += countCharacters(sentence);
    this.#lost -= this.#speculated.get(sentence) ?? 0;
    this.#speculated.delete(sentence);
  }

  speculate(sentence: string): void {
    if (this.#settled.has(sentence)) return;
    const characters = countCharacters(sentence);
    this.#lost += characters - (this.#speculated.get(sentence) ?? 0);
    this.#speculated.set(sentence, characters);
  }

  allows(sentence: string, end: Speculative): boolean {
    const { base, share } = budgets[end];
    const characters = countCharacters(sentence);
    const risk = end === 'ended' ? Math.min(characters, maxRisk) : characters;
    return this.#lost + risk <= base + share * this.#settledCharacters;
  }
}
