import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from './kept-focus.ts';

afterEach(cleanup);

function Page({ hasButton = true, isBusy = false }: { hasButton?: boolean; isBusy?: boolean }) {
  useKeptFocus('content');
  return (
    <main id="content" tabIndex={-1}>
      {hasButton && (
        <button type="button" disabled={isBusy}>
          Delete
        </button>
      )}
    </main>
  );
}

/** Browsers take the focus from a control that is removed or disabled; a document without a browser does not. */
async function change(page: ReturnType<typeof render>, next: Parameters<typeof Page>[0]): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  page.rerender(<Page {...next} />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
}

test('the content of the page gets the focus of a control that is removed', async () => {
  const page = render(<Page />);
  screen.getByRole('button').focus();
  await change(page, { hasButton: false });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('so it does when the control was disabled before', async () => {
  const page = render(<Page />);
  screen.getByRole('button').focus();
  await change(page, { isBusy: true });
  await change(page, { isBusy: true, hasButton: false });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a button that is disabled while its request runs gets its focus back', async () => {
  const page = render(<Page />);
  screen.getByRole('button').focus();
  await change(page, { isBusy: true });
  expect(document.activeElement).toBe(document.body);
  await change(page, {});
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('who clicked beside everything keeps the focus nowhere', async () => {
  const page = render(<Page />);
  screen.getByRole('button').focus();
  await change(page, { isBusy: true });
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await change(page, {});
  expect(document.activeElement).toBe(document.body);
});
