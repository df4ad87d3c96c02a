import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFileDrop } from './use-file-drop.ts';

afterEach(cleanup);

const file = new File(['x'], 'letter.txt');

/** Beside the page's content, such as over the side bar. */
function drag(type: string, types: readonly string[] = ['Files']): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types, files: types.includes('Files') ? [file] : [] } });
  act(() => void document.body.dispatchEvent(event));
  return event.defaultPrevented;
}

function open(isDisabled: boolean) {
  const taken: File[] = [];
  const hook = renderHook(() => useFileDrop({ isDisabled, onFiles: (files) => taken.push(...files) }));
  return { taken, ...hook };
}

test('files may be dropped beside the content, and the browser does not open them', () => {
  const { taken, result, unmount } = open(false);
  drag('dragenter');
  expect([drag('dragover'), result.current]).toEqual([true, true]);
  expect([drag('drop'), taken, result.current]).toEqual([true, [file], false]);
  unmount();
  expect(drag('dragover')).toBe(false);
});

test('a drag that began before the page was open is seen as well', () => {
  const { result } = open(false);
  drag('dragover');
  expect(result.current).toBe(true);
  drag('dragleave');
  expect(result.current).toBe(false);
});

test('a page that takes no files now does not lose its text to one either', () => {
  const { taken, result } = open(true);
  drag('dragenter');
  expect([drag('dragover'), drag('drop'), taken, result.current]).toEqual([true, true, [], false]);
});

test('text that is dragged is left to the browser', () => {
  const { taken } = open(false);
  expect([drag('dragover', ['text/plain']), drag('drop', ['text/plain']), taken]).toEqual([false, false, []]);
});
