/** The mistakes that `npm run mutations` makes can still be made, and its verdicts mean what they say. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allMutations } from '../mutations/all-mutations.ts';
import { judge } from '../mutations/judge.ts';
import { makeScratchCopy } from '../mutations/scratch-copy.ts';
import { findSqlFunction } from '../mutations/sql-function.ts';

const migrations = 'src/store/postgres/migrations';

test('every mistake applies, exactly once, and its test is there', () => {
  using copy = makeScratchCopy();
  for (const mutation of allMutations) {
    const takeBack = copy.apply(mutation);
    expect(takeBack, mutation.name).toBeTypeOf('function');
    if (typeof takeBack === 'function') takeBack();
    expect(existsSync(mutation.test.file), mutation.test.file).toBe(true);
  }
  expect(new Set(allMutations.map(({ name }) => name)).size).toBe(allMutations.length);
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

test.each([
  ['survived', { how: 'passed' }],
  ['caught', { how: 'failed', messages: ['AssertionError: expected 1 to be 2'] }],
  ['caught', { how: 'failed', messages: ['Error: Property failed\nGot AssertionError: expected 1 to be 2'] }],
  ['broken', { how: 'failed', messages: ['error: deadlock detected'] }],
  ['broken', { how: 'failed', messages: ['AssertionError: 1', 'error: column "x" does not exist'] }],
  ['broken', { how: 'broken', reason: 'no report' }],
] as const)('%s: a run that %o', (verdict, ending) => {
  expect(judge({}, ending)).toMatchObject({ verdict });
});

test('a mistake may be noticed by an error of the database that it names', () => {
  const ending = { how: 'failed', messages: ['error: deadlock detected'] } as const;
  expect(judge({ failsWith: /deadlock detected/ }, ending)).toEqual({ verdict: 'caught' });
});
