/** Runs one bench in a process of its own and reads its ratios. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bounds } from '../bounds.ts';
import { type Form, judge, type Recorded, ratiosIn, type Verdict } from './judgement.ts';

const run = promisify(execFile);

/** No bench is meant to take five minutes; a busy machine gets twice that for the longest. */
const timeout = 600_000;

export interface Outcome {
  readonly ratios: ReadonlyMap<string, number>;
  /** Everything that the bench said, and why it failed if it did. */
  readonly output: string;
}

export async function runBench(bench: string, form: Form): Promise<Outcome> {
  const script = fileURLToPath(new URL(`../${bench}.ts`, import.meta.url));
  const env = { ...process.env, DRAGOMAN_BENCH_SHORT: form === 'short' ? '1' : '0' };
  try {
    const { stdout } = await run(process.execPath, [script], { timeout, env, maxBuffer: 16_000_000 });
    return { ratios: ratiosIn(stdout), output: stdout };
  } catch (error) {
    // A bench that fails after it has printed a ratio has shown nothing.
    return { ratios: new Map(), output: String(error) };
  }
}

const recordedFile = new URL('../recorded.json', import.meta.url);

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(recordedFile, 'utf8')) as Recorded;
}

export interface JudgedRatio {
  readonly bench: string;
  readonly ratio: string;
  readonly figure: number | undefined;
  readonly recorded: number | undefined;
  readonly wanted: string;
  readonly verdict: Verdict;
}

/** Every ratio that was wanted or printed. */
export function judgeRatios(
  bench: string,
  form: Form,
  ratios: ReadonlyMap<string, number>,
  known: Recorded,
): JudgedRatio[] {
  const expected = bounds[bench] ?? {};
  const names = new Set([...Object.keys(expected), ...ratios.keys()]);
  // A bench that printed nothing and of which nothing is wanted would vanish from the table.
  if (names.size === 0) names.add('none');
  return [...names].map((ratio) => {
    const bound = expected[ratio];
    const ofRatio = known[bench]?.[ratio];
    const recorded = ofRatio?.[form] ?? ofRatio?.long;
    const figure = ratios.get(ratio);
    const wanted =
      bound === undefined ? 'no bound' : 'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
    return { bench, ratio, figure, recorded, wanted, verdict: judge({ bound, recorded, figure }) };
  });
}
