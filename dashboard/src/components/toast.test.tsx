import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { closeToasts, showToast, Toasts } from './toast.tsx';

afterEach(cleanup);

test('a message is announced, shown once however often it is repeated, and can be closed', async () => {
  const user = userEvent.setup();
  render(<Toasts />);
  // By its name: what an earlier test started may end with a message of its own.
  const shown = () => screen.queryAllByRole('alertdialog', { name: 'The download failed.' });
  expect(shown()).toEqual([]);
  act(() => {
    showToast('The download failed.', 'bad');
    showToast('The download failed.', 'bad');
  });
  await screen.findByText('The download failed.');
  // The first one leaves in a transition, which ends later on a busy machine.
  await waitFor(() => expect(shown()).toHaveLength(1));
  const [toast = document.body] = shown();
  expect(within(toast).getByRole('alert').textContent).toBe('The download failed.');
  await user.click(within(toast).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(shown()).toEqual([]));
});

test('at sign-out no message stays, also none that waits for its place', async () => {
  render(<Toasts />);
  act(() => {
    for (const words of ['One', 'Two', 'Three', 'Four', 'Five']) showToast(`${words} failed.`, 'bad');
  });
  await screen.findByText('Five failed.');
  act(closeToasts);
  await waitFor(() => expect(screen.queryAllByText(/failed\.$/)).toEqual([]));
});
