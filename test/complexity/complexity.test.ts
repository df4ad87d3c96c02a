/**
 * Searches for inputs that cost more processor time than they should, and tries all that were found before. The short
 * form replays the corpus and searches for moments with fixed seeds; the long form searches for half an hour.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../support/long-form.ts';
import { corpusOf } from './corpus.ts';
import { keepFinding, readFinding, report } from './findings.ts';
import { judge, type Verdict } from './judge-climb.ts';
import { judgeSettings } from './judge-settings.ts';
import type { PumpedInput } from './pumped-input.ts';
import type { Target } from './target.ts';
import { allTargets, targetNamed } from './targets/all-targets.ts';
import { WatchedThread } from './watched-thread.ts';

const { DRAGOMAN_COMPLEXITY_REPLAY: replayed, DRAGOMAN_COMPLEXITY_SEED: chosenSeed } = process.env;
const searchMinutes = Number(process.env.DRAGOMAN_COMPLEXITY_MINUTES ?? 30);
const seed = chosenSeed === undefined ? (isLong ? Date.now() % 2 ** 31 : 1) : Number(chosenSeed);
/** How many of the dearest inputs of a search are measured. */
const measuredInputs = isLong ? 6 : 1;
const thread = new WatchedThread();
let slowness = 1;

beforeAll(async () => {
  slowness = await thread.slowness();
  report(`seed ${seed}, ${slowness.toFixed(2)} times as slow as the reference`);
});

afterAll(() => thread[Symbol.asyncDispose]());

const targets = allTargets.filter(({ isForLong }) => isLong || !isForLong);
/** In the short form a moment, in which hundreds of inputs are tried. */
const searchMs = isLong ? (searchMinutes * 60_000) / targets.length : 100;

if (replayed !== undefined) {
  test('the finding is within the bounds', { timeout: 600_000 }, async () => {
    const { target, ...input } = readFinding(replayed);
    const verdict = await judge(thread, targetNamed(target), input, {
      slowness,
      maxSize: targetNamed(target).maxSize,
      factor: 2,
      isQuick: false,
    });
    report(row(verdict, 'replayed', 1));
    expect(verdict.problems).toEqual([]);
  });
} else {
  describe.each(targets.map((target) => [target.name, target] as const))('%s', (_name, target) => {
    test('every input of the corpus keeps the bounds', async () => {
      const entries = corpusOf(target);
      const verdicts: Verdict[] = [];
      for (const entry of entries) {
        const verdict = await judge(thread, target, entry, judgeSettings(target, slowness));
        verdicts.push(verdict);
        expect.soft(verdict.problems, entry.name).toEqual([]);
      }
      reportWorst('corpus', verdicts, entries.length);
    });

    test('the search finds none that breaks them', async () => {
      const { tried, inputs, lost } = await searchFor(target);
      const verdicts = [...lost];
      for (const input of inputs)
        verdicts.push(await judge(thread, target, input, judgeSettings(target, slowness)));
      // How far a short search gets depends on the machine: in the short form only what never comes back is a failure.
      const judged = isLong ? verdicts : lost;
      const broken = judged.filter(({ problems }) => problems.length > 0);
      reportWorst('search', verdicts, tried);
      for (const [i, verdict] of broken.entries()) report(keepFinding(verdict, `${seed}-${i}`));
      expect(broken.map(({ problems }) => problems)).toEqual([]);
    });
  });
}

/** An input that never comes back ends a search: the rest of its time goes on with the next seed. */
async function searchFor(target: Target) {
  const lost: Verdict[] = [];
  const inputs: PumpedInput[] = [];
  const endsAt = performance.now() + searchMs;
  let tried = 0;
  for (let next = seed; performance.now() < endsAt || next === seed; next++) {
    const ms = Math.max(100, endsAt - performance.now());
    const ending = await thread.search(target.name, corpusOf(target), { seed: next, ms });
    if ('endless' in ending) {
      const { input, size } = ending.endless;
      const problems = [`did not end with ${size} characters`];
      lost.push({ target: target.name, input, size, climb: undefined, problems });
      // Its offspring would end every other search as well.
      if (lost.length === 3) break;
    } else {
      tried += ending.result.tried;
      inputs.push(...ending.result.inputs.slice(0, measuredInputs));
    }
  }
  return { tried, inputs, lost };
}

function reportWorst(what: string, verdicts: readonly Verdict[], tried: number): void {
  const costOf = ({ climb }: Verdict) => climb?.worst.sliceMs ?? Number.POSITIVE_INFINITY;
  const [worst] = verdicts.toSorted((a, b) => costOf(b) - costOf(a));
  if (worst !== undefined) report(row(worst, what, tried));
}

function row({ target, input, climb, size }: Verdict, what: string, tried: number): string {
  const name = 'name' in input ? String(input.name) : JSON.stringify(input.fields);
  if (climb === undefined)
    return `${target} | ${what} ${tried} | did not end with ${size} characters | ${name}`;
  const { worst, growth } = climb;
  const perKilobyte = worst.cpuMs / (worst.size / 1_000);
  return [
    target,
    `${what} ${tried}`,
    `slice ${worst.sliceMs.toFixed(1)} ms`,
    `${worst.cpuMs.toFixed(1)} ms for ${worst.size} characters`,
    `${perKilobyte.toFixed(3)} ms per 1,000`,
    `growth ${growth?.toFixed(2) ?? '–'}`,
    name.slice(0, 200),
  ].join(' | ');
}
