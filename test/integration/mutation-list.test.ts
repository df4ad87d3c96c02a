/** The mistakes that `npm run mutations` makes can still be made, and its verdicts mean what they say. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allMutations } from '../mutations/all-mutations.ts';
import { judge } from '../mutations/judge.ts';
import type { Ending } from '../mutations/run-named-test.ts';
import { makeScratchCopy } from '../mutations/scratch-copy.ts';
import { findSqlFunction } from '../mutations/sql-function.ts';
import { unitMutations } from '../mutations/unit-mutations.ts';

const migrations = 'src/store/postgres/migrations';

test('every mistake applies, exactly once, and its test is there', () => {
  using copy = makeScratchCopy();
  for (const mutations of [allMutations, unitMutations]) {
    for (const mutation of mutations) {
      const takeBack = copy.apply(mutation);
      expect(takeBack, mutation.name).toBeTypeOf('function');
      if (typeof takeBack === 'function') takeBack();
      for (const file of mutation.test.files) expect(existsSync(file), file).toBe(true);
    }
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  }
});

test('the mistakes for the unit tests are in all three folders', () => {
  const folders = unitMutations.map(({ in: place }) => 'file' in place && place.file.replace(/\/[^/]*$/, ''));
  expect(folders.length).toBeGreaterThanOrEqual(24);
  expect(new Set(folders)).toEqual(new Set(['src/metering', 'src/limits', 'src/gateway']));
});

test('a mistake that does not apply says so, and changes nothing', () => {
  using copy = makeScratchCopy();
  const [some] = allMutations;
  if (some === undefined) throw new Error('there are no mutations');
  expect(copy.apply({ ...some, edits: [['no such text', '']] })).toBe('found 0 times: no such text');
  expect(copy.apply({ ...some, edits: [[' ', '']] })).toMatch(/^found \d+ times/);
  expect(copy.apply({ ...some, in: { sqlFunction: 'no_such_function' } })).toMatch(/^no migration defines/);
  expect(copy.apply({ ...some, in: { file: 'src/no-such-file.ts' } })).toBe(
    'there is no src/no-such-file.ts',
  );
});

test('a function is taken from the newest migration on the way up', () => {
  expect(findSqlFunction(migrations, 'release_hold')?.path).toBe(`${migrations}/0042_limits-of-keys.sql`);
  expect(findSqlFunction(migrations, 'add_credit')?.path).toBe(`${migrations}/0020_streamed-calls.sql`);
  const charge = findSqlFunction(migrations, 'charge_calls_with_tag');
  expect(charge?.path.localeCompare(`${migrations}/0015_books-in-utc.sql`)).toBeGreaterThanOrEqual(0);
});

const failed = (...messages: string[]): Ending => ({ how: 'failed', messages, test: 'a test' });

test.each<[verdict: string, Ending]>([
  ['survived', { how: 'passed' }],
  ['caught', failed('AssertionError: expected 1 to be 2')],
  ['caught', failed('Error: Property failed\nGot AssertionError: expected 1 to be 2')],
  ['broken', failed('error: deadlock detected')],
  ['broken', failed('AssertionError: 1', 'error: column "x" does not exist')],
  ['broken', failed('Error: Test timed out in 10000ms.')],
  ['broken', { how: 'broken', reason: 'no report' }],
])('%s: a run that %o', (verdict, ending) => {
  expect(judge({}, ending)).toMatchObject({ verdict });
});

test('a mistake may be noticed by an error of the database that it names', () => {
  const ending = failed('error: deadlock detected');
  expect(judge({ failsWith: /deadlock detected/ }, ending)).toEqual({ verdict: 'caught', by: 'a test' });
});

test('a mistake that makes a test hang is noticed where its tests have a limit, and the test says so', () => {
  const ending = failed('Error: Test timed out in 10000ms.');
  const limited = { project: 'unit', files: [], testLimitMs: 10_000 };
  expect(judge({ test: limited }, ending)).toEqual({ verdict: 'caught', by: 'a test (ran into its limit)' });
});
