/** Which engines, rules and known languages match the languages of a call. */
import { baseLanguage } from '../../lib/language-tag.ts';
import type { Leg } from './route.ts';

/** The legs of these engines, in the order of the engines. Without engines, all legs. */
export function inOrder(legs: readonly Leg[], engineIds: readonly string[] | undefined): readonly Leg[] {
  if (engineIds === undefined) return legs;
  return engineIds.flatMap((id) => legs.filter((leg) => leg.engine.id === id));
}

export function covers(pattern: string, tag: string): boolean {
  return pattern === '*' || pattern === tag || pattern === baseLanguage(tag);
}

/** The tag itself, then its base language, then any variant of that base, limited to known tags. */
export function knownSpellings(tag: string, known: ReadonlySet<string>): string[] {
  const base = baseLanguage(tag);
  const variants = [...known].filter((other) => other !== base && baseLanguage(other) === base).toSorted();
  return [...new Set([tag, base, ...variants])].filter((candidate) => known.has(candidate));
}
