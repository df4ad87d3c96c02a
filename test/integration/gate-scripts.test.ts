/** What the gate makes of reports: nothing that failed is lost, and only what the machine can break is tried again. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));
let reports = 0;

type Status = 'passed' | 'failed' | 'skipped';

function report(files: Readonly<Record<string, readonly Status[]>>, broken: readonly string[] = []): string {
  const testResults = Object.entries(files).map(([file, statuses]) => ({
    name: resolve(file),
    status: statuses.includes('failed') || broken.includes(file) ? 'failed' : 'passed',
    assertionResults: statuses.map((status, i) => ({
      status,
      fullName: `${file} ${i}`,
      failureMessages: status === 'failed' ? ['too late\nby a second'] : [],
    })),
  }));
  const path = join(folder, `${++reports}.json`);
  writeFileSync(path, JSON.stringify({ testResults }));
  return path;
}

function run(script: string, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

const time = 'test/acceptance/a.test.ts';
const money = 'test/chaos/spending.test.ts';

test('what passed at the second try counts as passed, and is named', () => {
  const first = report({ [time]: ['passed', 'failed'], [money]: ['passed'] });
  expect(run('ci-summary.mjs', first).lines.at(-1)).toBe('2 passed, 1 failed');
  expect(run('ci-summary.mjs', first, report({ [time]: ['passed', 'passed'] }))).toEqual({
    status: 0,
    lines: [`failed at the first try: ${time} 1: too late`, '3 passed, 0 failed'],
  });
});

test('what failed twice, was skipped or could not even start has failed', () => {
  const first = report({ [time]: ['passed', 'failed'] });
  expect(run('ci-summary.mjs', first, first)).toMatchObject({ status: 1 });
  expect(run('ci-summary.mjs', report({ [time]: ['passed'] }, [time]))).toMatchObject({ status: 1 });
  expect(run('ci-summary.mjs', report({}))).toMatchObject({ status: 1 });
  expect(run('ci-summary.mjs', report({ [time]: ['passed', 'skipped'] })).lines).toContain(
    `skipped: ${time} 1`,
  );
});

test('only what a busy machine can break is tried again, and only where it is little', () => {
  const again = (...files: string[]) =>
    run('files-worth-a-second-try.mjs', report(Object.fromEntries(files.map((file) => [file, ['failed']]))))
      .lines;
  expect(again(time, money, 'test/faults/faults-under-load.test.ts', 'src/lib/a.test.ts')).toEqual([time]);
  expect(again(...Array.from({ length: 7 }, (_, i) => `test/acceptance/${i}.test.ts`))).toEqual(['']);
});
