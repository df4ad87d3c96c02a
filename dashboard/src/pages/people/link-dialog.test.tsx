import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { createQueryClient } from '../../components/query-client.ts';
import { closeToasts } from '../../components/toast.tsx';
import { leave, releaseNavigation } from '../../state/leave.ts';
import { InviteDialog } from './invite-dialog.tsx';

let answer: (data: unknown) => void;
let breakOff: () => void;
const queries = createQueryClient();
beforeEach(() => {
  const answered = new Promise((resolve, reject) => {
    answer = (data) => resolve({ data, response: new Response() });
    breakOff = () => reject(new TypeError('Failed to fetch'));
  });
  vi.spyOn(client, 'POST').mockReturnValue(answered as never);
});
afterEach(() => {
  cleanup();
  closeToasts();
  releaseNavigation();
  vi.restoreAllMocks();
});

function showLink() {
  const onClose = vi.fn();
  render(<LinkDialog title="Password reset link" token="once" hours={24} onClose={onClose} />);
  return onClose;
}

async function invite() {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queries}>
      <InviteDialog isOwner team="team" onClose={onClose} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail address'), 'new@example.org');
  await user.click(screen.getByRole('button', { name: 'Create the link' }));
  return onClose;
}

const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['Done', () => press('Done')],
  ['Escape', () => userEvent.setup().keyboard('{Escape}')],
])('%s asks about a link that was not copied', async (_, close) => {
  const onClose = showLink();
  await act(async () => close());
  expect(onClose).not.toHaveBeenCalled();
  press('Close without copying');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the page and the tab are left only after a question about the link', () => {
  const onClose = showLink();
  const go = vi.fn();
  expect(isHeld()).toBe(true);
  act(() => leave(go));
  expect(go).not.toHaveBeenCalled();
  press('Close without copying');
  expect([onClose.mock.calls.length, go.mock.calls.length]).toEqual([1, 1]);
});

test('a link that was copied closes without a question', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const onClose = showLink();
  await act(async () => press('Copy the link'));
  expect(isHeld()).toBe(false);
  press('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

test('nothing closes the dialog while an invitation is being made', async () => {
  const onClose = await invite();
  await userEvent.setup().keyboard('{Escape}');
  press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => answer({ token: 'once' }));
  expect((await screen.findByTestId('secret')).textContent).toContain('/join#once');
});

test('after a lost answer the list is read again: the invitation may be there without its link', async () => {
  const refresh = vi.spyOn(queries, 'invalidateQueries');
  await invite();
  await act(async () => breakOff());
  expect((await screen.findByRole('alert')).textContent).toContain('may have been made');
  expect(refresh).toHaveBeenCalledWith({ queryKey: ['invitations', 'team'] });
});
