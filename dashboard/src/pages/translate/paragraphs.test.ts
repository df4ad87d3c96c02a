import { expect, test } from 'vitest';
import { paragraphsOf } from './paragraphs.ts';

const part = (text: string, separator: string) => ({ text, separator });
const shapes = (parts: Parameters<typeof paragraphsOf>[0]) =>
  paragraphsOf(parts).map(({ first, indent, parts: sentences, breaks }) => [
    first,
    indent,
    sentences.map(({ text }) => text).join('|'),
    breaks,
  ]);

test('a line break ends a paragraph, and blanks after it belong to the next one', () => {
  expect(shapes([part('A', ' '), part('B', '\n\n  '), part('C', ' \n'), part('D', '')])).toEqual([
    [0, '', 'A|B', 2],
    [2, '  ', 'C', 1],
    [3, '', 'D', 0],
  ]);
});

test('the last paragraph needs no line break', () => {
  expect(shapes([part('A', ' '), part('B', ' ')])).toEqual([[0, '', 'A|B', 0]]);
  expect(shapes([])).toEqual([]);
});

test('a paragraph without a translation takes no place', () => {
  expect(shapes([part('A', '\n'), part('', ' '), part('', '\n'), part('', ' '), part('D', '')])).toEqual([
    [0, '', 'A', 1],
    [3, '', '|D', 0],
  ]);
});
