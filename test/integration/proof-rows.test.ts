/** Every row of docs/evidence/reliability.md leads to tests that exist, so that `npm run proof` leaves none out. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeProof, isDone, type Outcome, page as proofPage, readOutcomes } from '../proof/outcomes.ts';
import { filesOf, readRows } from '../proof/rows.ts';
import { figuresIn } from '../proof/run-test-file.ts';
import { trackedFiles } from '../support/tracked-files.ts';

const page = readFileSync('docs/evidence/reliability.md', 'utf8');
const all = trackedFiles()
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => ({ project: /^test\/([^/]+)\//.exec(path)?.[1] ?? 'unit', path }));

test('each row has a command, and each command its test files', () => {
  const rows = readRows(page);
  expect(rows.length).toBeGreaterThan(35);
  for (const { commands } of rows)
    for (const command of commands) expect(filesOf(command, all), command).not.toEqual([]);
});

const hasLongForm = (path: string) =>
  path.endsWith('.long.test.ts') || /from '[^']*\/long-form\.ts'/.test(readFileSync(path, 'utf8'));

test('every file with a long form is run by some row', () => {
  const reached = new Set(
    readRows(page)
      .flatMap(({ commands }) => commands)
      .flatMap((command) => filesOf(command, all).map(({ path }) => path)),
  );
  const withLongForm = all.map(({ path }) => path).filter(hasLongForm);
  expect(withLongForm.length).toBeGreaterThan(100);
  expect(withLongForm.filter((path) => !reached.has(path))).toEqual([]);
});

test('the table of the long forms is up to date: every row with its suite, its kind and its last run', () => {
  expect(readFileSync(proofPage, 'utf8'), 'npm run proof -- --table').toBe(
    describeProof(readOutcomes(), readRows(page), all),
  );
});

test('a command that leads nowhere, and a row without one, are refused', () => {
  expect(() => filesOf('npm run chaos -- no-such-test', all)).toThrow('leads to no test file');
  expect(() => filesOf('make proof', all)).toThrow('no command that runs tests');
  expect(() => readRows('| 1 | a fault | holds | a figure | none | a page |')).toThrow('names no command');
});

describe('a command', () => {
  const files = [
    { project: 'chaos', path: 'test/chaos/deadline.test.ts' },
    { project: 'chaos', path: 'test/chaos/spending.test.ts' },
    { project: 'unit', path: 'src/lib/csv.test.ts' },
  ];
  test.each([
    ['npm run chaos', [0, 1]],
    ['npm run chaos -- --long spending', [1]],
    ['npm run chaos -- --spending', [1]],
    ['vitest run --project unit csv', [2]],
    ['scripts/test csv deadline', [0, 2]],
  ])('%s leads to its files', (command, expected) => {
    expect(filesOf(command, files)).toEqual(expected.map((i) => files[i]));
  });
});

test('done is what passed at the same commit, and nothing else', () => {
  const outcome: Outcome = { commit: 'a', date: '', seconds: 1, passed: 2, failed: 0, figures: [] };
  expect(isDone(outcome, 'a')).toBe(true);
  expect(isDone(outcome, 'b')).toBe(false);
  expect(isDone({ ...outcome, failed: 1 }, 'a')).toBe(false);
  expect(isDone({ ...outcome, passed: 0 }, 'a')).toBe(false);
  expect(isDone(undefined, 'a')).toBe(false);
});

test('figures are the last lines that a test prints', () => {
  const printed = `${Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n')}\n\nJSON report written to x\n`;
  expect(figuresIn(printed)).toHaveLength(12);
  expect(figuresIn(printed).at(-1)).toBe('line 19');
});
