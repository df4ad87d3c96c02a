/** Mistakes made on purpose: the test of the tool shows that it sees them, and that it sees nothing where nothing is. */
import { onEventLoop, type Target } from '../target.ts';

function planted(name: string, read: (text: string) => unknown): Target {
  return {
    name,
    fields: ['text'],
    vocabulary: ['a', ' ', '\n', '<', '>', '{', '}', '.', 'word '],
    options: {},
    maxSize: 16_384,
    bounds: onEventLoop,
    prepare:
      ({ text = '' }) =>
      () =>
        read(text),
  };
}

const wordCharacters = /[\p{L}\p{N}]+/gu;

export const plantedTargets: readonly Target[] = [
  planted('planted-linear', (text) => text.match(wordCharacters)?.length),
  // Every blank of a row of blanks reads the rest of the row.
  planted('planted-quadratic', (text) => text.replaceAll(/[^\S\n]*\n/g, ' ')),
  // Every way to divide a row of letters is tried.
  planted('planted-exponential', (text) => /^(?:[a-z]+)+\.$/.test(text)),
  // Asynchronous by name alone: it never gives the event loop back.
  planted('planted-slices', async (text) => {
    let sum = 0;
    for (let i = 0; i < text.length * 10_000; i++) sum = Math.imul(sum ^ i, 0x01000193);
    return sum;
  }),
];
