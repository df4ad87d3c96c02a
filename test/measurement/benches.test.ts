/** The benches in their short form: no ratio may fall by more than 35 % below what is recorded for that form. */
import { expect, test } from 'vitest';
import { bounds, longOnly } from '../../bench/bounds.ts';
import { judgeRatios, readRecorded, runBench } from '../../bench/support/run-bench.ts';

const benches = Object.keys(bounds).filter((bench) => !longOnly.has(bench));

test.each(benches)('bench %s keeps what is recorded', { timeout: 310_000 }, async (bench) => {
  const { ratios, output } = await runBench(bench, 'short');
  const judged = judgeRatios(bench, 'short', ratios, readRecorded());
  const broken = judged.filter(({ verdict }) => verdict === 'missing' || verdict === 'fallen');
  expect(broken, output).toEqual([]);
});
