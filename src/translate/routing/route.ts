import type { Engine, EnginePair } from '../../engines/engine.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';

/** One engine's part of a route. */
export interface Leg extends EnginePair {
  readonly engine: Engine;
}

export interface Route extends LanguagePair {
  readonly legs: readonly Leg[];
}
