import { expect, test } from 'vitest';
import { translateInPieces } from './translate-in-pieces.ts';

const answering = (answers: Record<string, string>) => async (pieces: string[]) =>
  pieces.map((piece) => answers[piece] ?? piece.toUpperCase());

test('blanks around a text stay as they were, whatever the engine makes of them', async () => {
  const engine = answering({ 'He said': ' Dijo', '\n\t Hello \n': 'Hola ', 'He.': ' ' });
  expect(await translateInPieces(['He said', '\n\t Hello \n', 'He.'], engine)).toEqual([
    'Dijo',
    '\n\t Hola \n',
    'He.',
  ]);
});

test('blank texts are not asked for', async () => {
  const asked: string[][] = [];
  const engine = async (pieces: string[]) => {
    asked.push(pieces);
    return pieces;
  };
  expect(await translateInPieces(['', ' \n', 'a'], engine)).toEqual(['', ' \n', 'a']);
  expect(asked).toEqual([['a']]);
});

test('a long text is asked for in pieces and comes back whole', async () => {
  const engine = async (pieces: string[]) => pieces.map((piece) => `${piece.length}`);
  expect(await translateInPieces(['One two. Three four. '], engine, 10)).toEqual(['9 6 6 ']);
});
