import { expect, test } from 'vitest';
import { EngineBoard } from './engine-board.ts';

test('knows since when an engine is well or not, whatever it says meanwhile', () => {
  const board = new EngineBoard();
  const sinceAfter = (healthy: boolean, detail: string, second: number) => {
    board.reportHealth('x', { healthy, detail }, new Date(second * 1_000));
    return (board.healthOf('x')?.since.getTime() ?? 0) / 1_000;
  };
  expect(board.healthOf('x')).toBeUndefined();
  expect(sinceAfter(true, 'one', 1)).toBe(1);
  expect(sinceAfter(true, 'two', 2)).toBe(1);
  expect(sinceAfter(false, 'gone', 3)).toBe(3);
  expect(sinceAfter(false, 'still gone', 4)).toBe(3);
  expect(sinceAfter(true, 'back', 5)).toBe(5);
  expect(board.healthOf('x')?.detail).toBe('back');
});
