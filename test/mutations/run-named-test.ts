/** Runs one test in the scratch copy and says how it ended. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endsWithin } from './child-group.ts';
import type { NamedTest } from './mutation.ts';

export type Ending =
  | { readonly how: 'passed' }
  /** With what its tests say, of which at least one failed, and the name of that one. */
  | { readonly how: 'failed'; readonly messages: readonly string[]; readonly test: string }
  /** It never came to an assertion: nothing ran, or a file could not be loaded. */
  | { readonly how: 'broken'; readonly reason: string };

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      status: string;
      fullName: string;
      failureMessages: readonly string[];
    }[];
  }[];
}

/** For a mistake that makes a test wait without end. */
const limitMs = 300_000;

export async function runNamedTest(
  folder: string,
  { project, files, name, testLimitMs }: NamedTest,
): Promise<Ending> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const filter = name === undefined ? [] : ['-t', name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)];
  const args = [
    'run',
    '--project',
    project,
    ...files,
    ...filter,
    ...(testLimitMs === undefined ? [] : [`--testTimeout=${testLimitMs}`]),
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const child = spawn('vitest', args, {
    cwd: folder,
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-2_000);
  });
  if (!(await endsWithin(child, limitMs)))
    return { how: 'broken', reason: `ended because it took longer than ${limitMs / 1_000} s` };
  return readEnding(report, said);
}

/** The short form with its own seeds, also when this runs in the long form of another test. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOthers = (name: string) => /^(VITEST.*|DRAGOMAN_LONG|DRAGOMAN_CHAOS_SEED)$/.test(name);
  const own = Object.entries(process.env).filter(([name]) => !isOthers(name));
  return { ...Object.fromEntries(own), DRAGOMAN_CHAOS_RUNS: '40' };
}

function readEnding(path: string, said: string): Ending {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return { how: 'broken', reason: `no report: ${said.trim().split('\n').at(-1)}` };
  }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed');
  const [first] = failed;
  if (first !== undefined) {
    const messages = failed.flatMap(({ failureMessages }) => failureMessages);
    return { how: 'failed', messages, test: first.fullName };
  }
  if (report.success && report.numPassedTests > 0) return { how: 'passed' };
  return {
    how: 'broken',
    reason: report.testResults.map(({ message }) => message).join(' ') || 'no test ran',
  };
}
