import { expect, test } from 'vitest';
import { actionOf } from './grid-keys.ts';

const pressed = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });
const size = { index: 3, column: 3 };

test.each([
  ['ArrowRight', false, 1],
  ['ArrowLeft', false, 0],
  ['ArrowRight', true, 0],
  ['ArrowLeft', true, 1],
])('%s goes to the column on that side; from right to left: %s', (key, isMirrored, column) => {
  const at = { index: 1, column: 0 };
  const to = { index: 1, column };
  expect(actionOf(pressed(key), at, size, isMirrored)).toEqual({ kind: 'move', to });
});
