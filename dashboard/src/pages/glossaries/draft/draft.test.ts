import { expect, test } from 'vitest';
import { atOnce } from '../../../lib/in-slices.ts';
import { Draft } from './draft.ts';
import { mergeImport } from './merge-import.ts';
import { mergeThreeWays, settle, termsOf } from './three-way.ts';

const open = (tsv: string) => Draft.open({ version: 1, tsv: new Blob([tsv]) });
const tsvOf = (draft: Draft) => atOnce(draft.toTsv()).text();
const problemsOf = (draft: Draft) => draft.rows.map((row) => draft.problemOf(row));
const rowAt = (draft: Draft, i: number) => draft.rows[i] ?? { source: '', target: '' };

test('each row says what the server would refuse', async () => {
  const long = 'é'.repeat(513);
  const draft = await open(
    `house\tcasa\nhouse\thogar\n\tx\nx\t\n y\tz\nb\u0007\tz\n${long}\tz\n${'a'.repeat(1_024)}\tz\n`,
  );
  expect(problemsOf(draft)).toEqual([
    'Source is a duplicate',
    'Source is a duplicate',
    'Source is empty',
    'Target is empty',
    'Source starts or ends with a space',
    'Source has a control character',
    'Source is longer than 1,024 bytes',
    undefined,
  ]);
  expect(draft.problemCount).toBe(7);
  draft.setCell(rowAt(draft, 1), 'source', 'home');
  expect([draft.problemCount, problemsOf(draft)[0]]).toEqual([5, undefined]);
});

test('rows that say nothing are neither a problem nor saved', async () => {
  const draft = await open('a\tb\n');
  draft.insertBlank(1);
  expect([draft.problemCount, draft.entryCount, await tsvOf(draft)]).toEqual([0, 1, 'a\tb\n']);
});

test('a paste fills downward, adds rows, and is one undo', async () => {
  const draft = await open('a\t1\nb\t2\n');
  const pasted = ['x', 'y', 'z'].map((source) => ({ source, target: '9' }));
  atOnce(draft.fill(draft.rows.slice(1), pasted));
  expect(await tsvOf(draft)).toBe('a\t1\nx\t9\ny\t9\nz\t9\n');
  expect(draft.isDirty).toBe(true);
  draft.undo();
  expect([await tsvOf(draft), draft.isDirty, draft.entryCount]).toEqual(['a\t1\nb\t2\n', false, 2]);
  draft.redo();
  expect([await tsvOf(draft), draft.entryCount]).toEqual(['a\t1\nx\t9\ny\t9\nz\t9\n', 4]);
});

test('any run of edits and undos leaves rows, counts and problems as they were', async () => {
  const draft = await open('a\t1\nb\t2\nc\t3\n');
  draft.setCell(rowAt(draft, 0), 'source', 'b');
  draft.remove(rowAt(draft, 2));
  atOnce(draft.replace([{ source: 'q', target: '' }]));
  expect([draft.problemCount, draft.entryCount]).toEqual([1, 1]);
  for (let i = 0; i < 5; i++) draft.undo();
  expect([await tsvOf(draft), draft.problemCount, draft.entryCount]).toEqual(['a\t1\nb\t2\nc\t3\n', 0, 3]);
  expect([draft.isDirty, draft.canUndo]).toEqual([false, false]);
});

test('saved is what was saved: undoing past it is a change', async () => {
  const draft = await open('a\t1\n');
  draft.setCell(rowAt(draft, 0), 'target', '2');
  draft.markSaved({ version: 2, tsv: new Blob() });
  expect(draft.isDirty).toBe(false);
  draft.undo();
  expect(draft.isDirty).toBe(true);
});

const terms = (text: string) => atOnce(termsOf(text.split(' ').map((one) => toCells(one))));
const toCells = (text: string) => {
  const [source = '', target = ''] = text.split('=');
  return { source, target };
};

test('theirs is taken where mine was not touched, and what both changed is asked', () => {
  const base = terms('same=1 mine=1 theirs=1 both=1 alike=1 gone=1 fought=1');
  const mine = terms('same=1 mine=2 theirs=1 both=2 alike=9 gone=1 new=m added=1');
  const theirs = terms('same=1 mine=1 theirs=3 both=3 alike=9 fought=7 new=t other=1');
  const merge = atOnce(mergeThreeWays(base, mine, theirs));
  expect(merge.conflicts).toEqual([
    { source: 'both', mine: '2', theirs: '3' },
    { source: 'new', mine: 'm', theirs: 't' },
    { source: 'fought', mine: null, theirs: '7' },
  ]);
  const settled = (choice: 'mine' | 'theirs') =>
    atOnce(settle(merge, () => choice))
      .map(({ source, target }) => `${source}=${target}`)
      .join(' ');
  expect(settled('mine')).toBe('same=1 mine=2 theirs=3 both=2 alike=9 new=m added=1 other=1');
  expect(settled('theirs')).toBe('same=1 mine=2 theirs=3 both=3 alike=9 new=t added=1 fought=7 other=1');
});

test('a file adds to what is there, and what it says twice is left to be settled', () => {
  const rows = ['a=1', 'b=2'].map(toCells);
  const merged = atOnce(mergeImport(rows, ['b=3', 'c=4', 'c=4', 'c=5'].map(toCells)));
  expect(merged).toEqual(['a=1', 'b=3', 'c=4', 'c=5'].map(toCells));
});
