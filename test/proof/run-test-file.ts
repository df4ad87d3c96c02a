/** Runs one test file in its long form and reads what it printed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './outcomes.ts';
import type { TestFile } from './rows.ts';

/** The most that is kept of what a test prints: the last lines, in which the figures are. */
const figuresKept = 12;

export async function runTestFile(
  { project, path }: TestFile,
  { commit, limitMs }: { commit: string; limitMs: number },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-proof-'));
  const report = join(folder, 'report.json');
  const started = performance.now();
  const args = ['run', '--project', project, path, '--reporter=json', `--outputFile=${report}`];
  const child = spawn('vitest', args, {
    env: { ...process.env, DRAGOMAN_LONG: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Interrupted, vitest lets hooks put away servers and databases; a second later nothing is waited for.
  const timer = setTimeout(() => child.kill('SIGINT'), limitMs);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const { passed, failed } = readReport(report);
  rmSync(folder, { recursive: true });
  return {
    commit,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((performance.now() - started) / 1_000),
    passed,
    // An error outside of the tests, such as a worker that died, shows only in how vitest ends.
    failed: code === 0 ? failed : Math.max(1, failed),
    figures: figuresIn(printed),
  };
}

/** Without a report the file did not end: killed by its limit, or broken. A skipped test proves nothing. */
function readReport(report: string): { passed: number; failed: number } {
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<
      'numTotalTests' | 'numPassedTests',
      number
    > & { success: boolean };
    const failed = counts.numTotalTests - counts.numPassedTests;
    return { passed: counts.numPassedTests, failed: counts.success ? failed : Math.max(1, failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

export function figuresIn(printed: string): string[] {
  const lines = printed.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('JSON report written'))
    .slice(-figuresKept)
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)} …` : line));
}
