import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { showToast, Toasts } from './toast.tsx';

afterEach(cleanup);

test('a message is announced, shown once however often it is repeated, and can be closed', async () => {
  const user = userEvent.setup();
  render(<Toasts />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  act(() => {
    showToast('The download failed.', 'bad');
    showToast('The download failed.', 'bad');
  });
  await screen.findByText('The download failed.');
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toBe('The download failed.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
