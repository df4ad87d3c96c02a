/** What the gate makes of reports: nothing that failed or was skipped is lost. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { trackedFiles } from '../support/tracked-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));
let reports = 0;

type Status = 'passed' | 'failed' | 'skipped';

function report(files: Readonly<Record<string, readonly Status[]>>, broken: readonly string[] = []): string {
  const testResults = Object.entries(files).map(([file, statuses]) => ({
    name: resolve(file),
    status: statuses.includes('failed') || broken.includes(file) ? 'failed' : 'passed',
    startTime: 0,
    endTime: 1_000,
    assertionResults: statuses.map((status, i) => ({
      status,
      fullName: `${file} ${i}`,
      failureMessages: status === 'failed' ? ['too late\nby a second'] : [],
    })),
  }));
  const path = join(folder, `${++reports}.json`);
  writeFileSync(path, JSON.stringify({ testResults }));
  return `${path}=${testResults.some(({ status }) => status === 'failed') ? 1 : 0}`;
}

function run(script: string, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

const some = 'test/acceptance/a.test.ts';
const money = 'test/chaos/spending.test.ts';

test('all reports are added up, and the line of the sum is the last one', () => {
  const reports = [report({ [some]: ['passed', 'passed'] }), report({ [money]: ['passed'] })];
  const { status, lines } = run('ci-summary.mjs', ...reports);
  expect([status, lines.at(-1)]).toEqual([0, '3 passed, 0 failed']);
});

test('what failed, was skipped or could not even start has failed', () => {
  const { status, lines } = run('ci-summary.mjs', report({ [some]: ['passed', 'failed'] }));
  expect([status, lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  expect(lines).toContain(`failed: ${some} 1`);
  expect(run('ci-summary.mjs', report({ [some]: ['passed'] }, [some]))).toMatchObject({ status: 1 });
  expect(run('ci-summary.mjs', report({}))).toMatchObject({ status: 1 });
  expect(run('ci-summary.mjs', report({ [some]: ['passed', 'skipped'] })).lines).toContain(
    `skipped: ${some} 1`,
  );
});

test('a run that fails although none of its tests did has failed', () => {
  const passed = report({ [some]: ['passed'] });
  const other = report({ [money]: ['passed'] });
  const { status, lines } = run('ci-summary.mjs', other, passed.replace(/0$/, '1'));
  expect([status, lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
  expect(lines.at(-2)).toMatch(/^failed: the run of \d+\.json ended with 1/);
});

test('a run without a report, or without tests, has failed', () => {
  const passed = report({ [some]: ['passed'] });
  for (const none of [`${join(folder, 'none.json')}=0`, report({})]) {
    const { status, lines } = run('ci-summary.mjs', passed, none);
    expect([status, lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  }
  expect(run('ci-summary.mjs', passed.replace(/=0$/, '')).status).toBe(1);
});

test('an error outside of tests shows in the exit status of vitest, although its report says that all passed', () => {
  const file = join(folder, 'late.test.mjs');
  const written = join(folder, 'late.json');
  writeFileSync(
    file,
    `test('passes', () => new Promise((resolve) => {
      setTimeout(() => { Promise.reject(new Error('too late')); resolve(); });
    }));`,
  );
  const { status } = spawnSync('node_modules/.bin/vitest', [
    'run',
    '--globals',
    `--root=${folder}`,
    '--reporter=json',
    `--outputFile.json=${written}`,
  ]);
  expect(status).toBe(1);
  const summary = run('ci-summary.mjs', `${written}=${status}`);
  expect([summary.status, summary.lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
});

test('the gate runs every suite but chaos, measurements and mutations', () => {
  const suites = execFileSync('sh', ['scripts/gate-suites'], { encoding: 'utf8' }).trim().split(' ');
  const withTests = new Set(
    trackedFiles().flatMap((path) => /^test\/([^/]+)\/.*\.test\.ts$/.exec(path)?.[1] ?? []),
  );
  expect(new Set([...suites, 'chaos', 'complexity', 'measurement', 'mutations', 'screenshots'])).toEqual(
    withTests,
  );
});
