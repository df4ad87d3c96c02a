/** How far a test goes: short enough for the gate, or as far as the promise says (`-- --long`, `npm run proof`). */
import { expect, test } from 'vitest';

export const isLong = process.env.DRAGOMAN_LONG === '1';

export function scale(short: number, long: number): number {
  return isLong ? long : short;
}

/** The gate holds ten times a bound: it notices what freezes, and no busy machine breaks it. */
export function leewayInGate(boundMs: number): number {
  return isLong ? boundMs : 10 * boundMs;
}

/**
 * For times that a busy machine can break. The long form runs each file alone and holds the bound; the gate shares its
 * cores with whoever is there, so there the time is only reported.
 */
export function expectInTime(what: string, ms: number, boundMs: number): void {
  if (isLong) expect(ms, what).toBeLessThanOrEqual(boundMs);
  else process.stderr.write(`[in time] ${what}: ${ms.toFixed(1)} ms, at most ${boundMs} in the long form\n`);
}

/** A test of the long form alone, which the gate does not know: there it is neither run nor counted as skipped. */
export const longTest = isLong ? test : noTest();

function noTest(): typeof test {
  return Object.assign(() => undefined, {
    concurrent: () => undefined,
    each: () => () => undefined,
  }) as unknown as typeof test;
}

/** What the long form tries one by one, the gate tries with some that stand for the others. */
export function sample<T>(all: readonly T[], inGate: number): readonly T[] {
  return isLong ? all : all.slice(0, inGate);
}
