/**
 * All benches, one after the other, and what has become of their ratios:
 *
 *   npm run bench                        all of them in their long form
 *   npm run bench -- auth gateway        these
 *   npm run bench -- --short             as CI runs them
 *   npm run bench -- --runs 3            the median of three runs of each
 *   npm run bench -- --record            writes bench/recorded.json and docs/benchmarks.md too
 */
import { readdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { bounds, longOnly } from '../bounds.ts';
import { median, print, printTable } from './figures.ts';
import { type Form, slack } from './judgement.ts';
import { record } from './record.ts';
import { type JudgedRatio, judgeRatios, readRecorded, runBench } from './run-bench.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
  },
});
const form: Form = values.short ? 'short' : 'long';
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs needs a number of runs');

// What a busy machine gives would lower what CI asks for.
const [load = 0] = loadavg();
if (values.record && load > availableParallelism())
  throw new Error(`The load average is ${load.toFixed(1)}: record on a machine that does nothing else`);

/** Every file beside bounds.ts is a bench: one that nobody registered is found, and fails for want of a bound. */
const all = readdirSync(new URL('..', import.meta.url))
  .filter((file) => file.endsWith('.ts') && file !== 'bounds.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const unknown = [...positionals, ...Object.keys(bounds)].filter((bench) => !all.includes(bench));
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${all.join(', ')}`);
const chosen = (positionals.length > 0 ? positionals : all).filter(
  (bench) => form === 'long' || !longOnly.has(bench),
);

/** The median of several runs, ratio by ratio. One run that fails is a failure of the bench. */
async function medianOfRuns(bench: string): Promise<Map<string, number>> {
  const outcomes: ReadonlyMap<string, number>[] = [];
  for (let i = 1; i <= runs; i++) {
    print(`== ${bench}, ${form} form${runs > 1 ? `, run ${i} of ${runs}` : ''}`);
    const { ratios, output } = await runBench(bench, form);
    print(output);
    if (ratios.size === 0) return new Map();
    outcomes.push(ratios);
  }
  const names = [...(outcomes[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, median(outcomes.map((each) => each.get(name) ?? Number.NaN))]));
}

const show = (figure: number | undefined) => (figure === undefined ? '–' : String(Number(figure.toFixed(3))));

const known = readRecorded();
const judged: JudgedRatio[] = [];
for (const bench of chosen) judged.push(...judgeRatios(bench, form, await medianOfRuns(bench), known));

print();
printTable(
  ['bench', 'ratio', 'this run', 'recorded', 'wanted', 'verdict'],
  judged.map(({ bench, ratio, figure, recorded, wanted, verdict }) => [
    bench,
    ratio,
    show(figure),
    show(recorded),
    wanted,
    verdict,
  ]),
);
print(`fallen: more than ${100 * slack} % worse than recorded, or than wanted where a figure is no ratio`);
if (values.record) await record(judged, { form, runs });
const isBroken = judged.some(
  ({ verdict }) => verdict === 'missing' || (verdict === 'fallen' && !values.record),
);
process.exitCode = isBroken ? 1 : 0;
