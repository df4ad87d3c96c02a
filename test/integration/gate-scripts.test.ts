/** What the gate makes of reports: nothing that failed or was skipped is lost. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Without what the gate that runs this test says about itself. */
const { DRAGOMAN_SUITES: _, ...ownEnv } = process.env;

function run(script: string, ...args: string[]) {
  return runWith({}, script, ...args);
}

function runWith(env: NodeJS.ProcessEnv, script: string, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
    encoding: 'utf8',
    env: { ...ownEnv, ...env },
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

test('a skipped test has failed, also where the folder of test data was misspelt', () => {
  const skipping = report({ [some]: ['passed', 'skipped'] });
  for (const DRAGOMAN_TEST_DATA of ['/nonexistent', folder])
    expect(runWith({ DRAGOMAN_TEST_DATA }, 'ci-summary.mjs', skipping).lines.at(-1)).toBe(
      '1 passed, 1 failed, 1 skipped',
    );
});

test('a process that a test left behind is a failure', () => {
  const forgotten = join(folder, 'forgotten');
  const passed = report({ [some]: ['passed'] });
  writeFileSync(forgotten, '  17 sleep 600\n');
  const found = run('ci-summary.mjs', `--forgotten=${forgotten}`, passed);
  expect([found.status, found.lines.at(-1)]).toEqual([1, '1 passed, 1 failed']);
  expect(found.lines).toContain('failed: a test left this process: 17 sleep 600');
  writeFileSync(forgotten, '');
  expect(run('ci-summary.mjs', `--forgotten=${forgotten}`, passed).status).toBe(0);
});

test('a test file that was not run, or has no tests, is a failure', () => {
  const files = trackedFiles().filter(
    (path) => /\.test\.tsx?$/.test(path) && (path.startsWith('test/ledger/') || !path.startsWith('test/')),
  );
  const inGate = files.filter((path) => !path.includes('.long.test.'));
  const [first = '', second = '', ...others] = inGate;
  const all = Object.fromEntries(inGate.map((path) => [path, ['passed'] as const]));
  const summary = (reported: string) => runWith({ DRAGOMAN_SUITES: 'ledger' }, 'ci-summary.mjs', reported);
  expect(summary(report(all)).status).toBe(0);
  const { [first]: __, ...withoutFirst } = all;
  const { status, lines } = summary(report({ ...withoutFirst, [second]: [] }));
  expect([status, lines.at(-1)]).toEqual([1, `${others.length} passed, 2 failed`]);
  expect(lines).toContain(`failed: ${first} was not run, or has no tests`);
});

test('no test is tried twice, and none is expected to fail', () => {
  const configured = [...trackedFiles().filter((path) => /\.test\.tsx?$/.test(path)), 'vitest.config.ts'];
  const marks = /\bretry: *(?:[1-9]|\{ *count)|\b(?:test|it|describe)\.(?:skip|todo|only|fails)\b/;
  const own = 'test/integration/gate-scripts.test.ts';
  expect(configured.filter((path) => path !== own && marks.test(readFileSync(path, 'utf8')))).toEqual([]);
});

/** As a test does whose servers are all stopped: nobody waits for an answer of the process any more. */
const usesSharedServers = `
  import { readFileSync } from 'node:fs';
  import { runHostedCommand } from './test/support/hosted-server.ts';
  const { code } = await runHostedCommand({ args: ['--version'], env: {}, stdin: '' });
  if (code !== 0) throw new Error('the command did not run');
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'latin1').trim().split(' ');
  process.kill(Number(children[0]), 'SIGKILL');
  setTimeout(() => {}, 60_000);`;

test('the end of the process that servers share is an error of the run', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', usesSharedServers],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining('the process of the servers ended: SIGKILL')]);
});

test('the gate has no suite of another name', () => {
  const { status, stderr } = spawnSync('bash', ['.ci/run', 'integration', 'acceptanse'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('has no suite "acceptanse"')]);
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
