/** Random sequences of everything that changes a balance, beside a model in plain arithmetic. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { counterexamples } from './support/model/counterexamples.ts';
import { openSequences } from './support/model/sequences.ts';
import { sequenceOf } from './support/model/steps.ts';

/** Fewer in the gate than where mistakes are made on purpose: those need more to be noticed, each of them. */
const runs = Number(process.env.DRAGOMAN_CHAOS_RUNS ?? scale(12, 2_000));
const steps = scale(40, 60);

/** The gate draws the same sequences each time, the long form new ones. */
const seed = Number(process.env.DRAGOMAN_CHAOS_SEED ?? (isLong ? Date.now() % 2 ** 31 : 77));

/** Each of them has to come up in this many sequences, or they prove less than they seem to. */
const runsForEveryVerdict = 40;
const everyVerdict = [
  ...['charged', 'conflict', 'key_revoked', 'quota_exceeded', 'replayed', 'team_suspended', 'too_late'],
  ...['key_quota_exceeded', 'key limited', 'key has ended', 'upload key_quota_exceeded'],
  ...['credit booked', 'credit conflict', 'credit refused', 'credit repeated'],
  ...['document charged', 'document gone', 'document key_revoked', 'document taken over'],
  ...['document quota_exceeded', 'document team_suspended'],
  ...['hold again held', 'hold again key_revoked', 'hold again team_suspended'],
  ...['upload conflict', 'upload held', 'upload key_revoked', 'upload quota_exceeded'],
  ...['upload repeated', 'upload team_suspended'],
];

test('the ledger does what plain arithmetic says, whatever is done to it', async () => {
  const seen = new Map<string, number>();
  const count = (verdict: string) => void seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  await using sequences = await openSequences(count);
  const property = fc.asyncProperty(sequenceOf(steps), (sequence) => sequences.run(sequence));
  const options = { numRuns: runs, seed, endOnFailure: !isLong, includeErrorInReport: true };
  const examples = counterexamples.map((sequence): [typeof sequence] => [sequence]);
  await fc.assert(property, { ...options, examples, interruptAfterTimeLimit: 6_500_000 });
  if (runs >= runsForEveryVerdict) expect([...seen.keys()].toSorted()).toEqual(everyVerdict.toSorted());
  else expect(everyVerdict).toEqual(expect.arrayContaining([...seen.keys()]));
  expect(seen.size).toBeGreaterThan(18);
  report('row 6 ledger model', { seed, runs, steps, ...Object.fromEntries(seen), differences: 0 });
});
