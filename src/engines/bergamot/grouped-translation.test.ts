import { expect, test } from 'vitest';
import { GroupedTranslation } from './grouped-translation.ts';

const words = (text: string) => text.split(' ').length;

/**
 * A WASM that turns words into capitals. Like Bergamot, it adds a token to each text and cuts answers off at twice the
 * width of the batch; texts that begin with "loop" have answers without end.
 */
function openWasm({ miscounts = false } = {}) {
  const calls: string[][] = [];
  const grouped = new GroupedTranslation({ count: words }, (texts) => {
    calls.push([...texts]);
    const width = Math.max(...texts.map(words)) + (miscounts ? 2 : 1);
    const stepsOf = (text: string) => (text.startsWith('loop') ? 2 * width : words(text) + 1);
    return {
      answers: texts.map((text) => `${text.toUpperCase()} ${stepsOf(text)}`),
      rows: width * texts.length,
      steps: Math.max(...texts.map(stepsOf)),
    };
  });
  return { calls, translate: (texts: readonly string[]) => grouped.translate(texts) };
}

test('answers come back in the order of their texts, in few calls', () => {
  const { calls, translate } = openWasm();
  const texts = ['a b c d', 'a', 'a b c d e f g', 'x y z u', 'a b. c', 'x y z u v'];
  expect(translate(texts)).toEqual([
    'A B C D 5',
    'A 2',
    'A B C D E F G 8',
    'X Y Z U 5',
    'A B. C 4',
    'X Y Z U V 6',
  ]);
  expect(calls).toEqual([['a b c d', 'x y z u', 'x y z u v'], ['a'], ['a b c d e f g'], ['a b. c']]);
});

test('a text whose answer could have been cut off earlier alone is asked for again, alone', () => {
  const { calls, translate } = openWasm();
  // Six tokens and seven: alone, the loop ends after 12 steps; with the other text, after 14.
  expect(translate(['loop b c d e', 'a b c d e f'])).toEqual(['LOOP B C D E 12', 'A B C D E F 7']);
  expect(calls).toEqual([['loop b c d e', 'a b c d e f'], ['loop b c d e']]);
});

test('texts of equal length that are asked for again share a call', () => {
  const { calls, translate } = openWasm();
  const texts = ['a b c d e', 'x y z u v', 'loop b c d e f'];
  expect(translate(texts)).toEqual(['A B C D E 6', 'X Y Z U V 6', 'LOOP B C D E F 14']);
  expect(calls).toEqual([texts, ['a b c d e', 'x y z u v']]);
});

test('a batch that is not as wide as was counted is done again, text by text', () => {
  const { calls, translate } = openWasm({ miscounts: true });
  expect(translate(['a b c d', 'x y z u'])).toEqual(['A B C D 5', 'X Y Z U 5']);
  expect(calls).toEqual([['a b c d', 'x y z u'], ['a b c d'], ['x y z u']]);
});

test('a model of which many answers are cut off groups only texts of equal length', () => {
  const { calls, translate } = openWasm();
  const texts = ['loop b c d', 'loop b c d e', 'a b c d e f', 'loop x'];
  for (let i = 0; i < 3; i++) translate(texts);
  calls.length = 0;
  translate(texts);
  expect(calls).toHaveLength(texts.length);
});
