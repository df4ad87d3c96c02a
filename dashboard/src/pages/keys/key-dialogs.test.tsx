import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import type { Key, Team } from '../../api/queries.ts';
import { createQueryClient } from '../../components/query-client.ts';
import { leave, releaseNavigation } from '../../state/leave.ts';
import { KeyDialogs, type OpenDialog } from './key-dialogs.tsx';

const team = { id: 'team', name: 'Harbour', role: 'owner', suspended: null } as Team;
const subject = { id: 'old', name: 'Web shop', mode: 'live', scopes: ['usage'] } as unknown as Key;
const made = { ...subject, id: 'new', name: 'Web shop (2)', key: 'svc_live_never' };

const dialogs: Readonly<Record<string, { open: OpenDialog; start: () => Promise<void> }>> = {
  create: {
    open: { action: 'create' },
    start: async () => {
      const user = userEvent.setup();
      await user.type(screen.getByLabelText('Name'), 'Web shop');
      await user.click(screen.getByRole('button', { name: 'Create' }));
    },
  },
  rotate: {
    open: { action: 'rotate', key: subject },
    start: () => userEvent.setup().click(screen.getByRole('button', { name: 'Create the new key' })),
  },
};

let answer: (data: unknown) => void;
beforeEach(() => {
  const answered = new Promise((resolve) => {
    answer = (data) => resolve({ data, response: new Response() });
  });
  vi.spyOn(client, 'POST').mockReturnValue(answered as never);
  // Also the list of keys never arrives: a key that is shown once does not wait for it.
  vi.spyOn(client, 'GET').mockReturnValue(new Promise(() => undefined) as never);
});
afterEach(() => {
  cleanup();
  releaseNavigation();
  vi.restoreAllMocks();
});

async function start(name: string) {
  const onClose = vi.fn();
  const { open, start } = dialogs[name] as (typeof dialogs)[string];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <KeyDialogs team={team} open={open} onClose={onClose} />
    </QueryClientProvider>,
  );
  await start();
  return onClose;
}

async function show(name: string) {
  const onClose = await start(name);
  await act(async () => answer(made));
  await screen.findByTestId('secret', {}, { timeout: 60_000 });
  return onClose;
}

test.each(['create', 'rotate'])('%s: nothing closes the dialog while a key is being made', async (name) => {
  const user = userEvent.setup();
  const onClose = await start(name);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => answer(made));
  expect((await screen.findByTestId('secret', {}, { timeout: 60_000 })).textContent).toBe(made.key);
});

test.each(['create', 'rotate'])('%s: a page is left only after it asked about the key', async (name) => {
  const onClose = await show(name);
  const go = vi.fn();
  act(() => leave(go));
  expect([onClose.mock.calls.length, go.mock.calls.length]).toEqual([0, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Close without copying' }));
  expect([onClose.mock.calls.length, go.mock.calls.length]).toEqual([1, 1]);
});

test.each(['create', 'rotate'])('%s: the browser asks before a tab is closed over the key', async (name) => {
  const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isHeld()).toBe(false);
  await show(name);
  expect(isHeld()).toBe(true);
});

test.each([
  ['curl', true],
  ['Python', false],
])('somebody who copied the sample for %s has the key: %s', async (language, hasKey) => {
  const user = userEvent.setup();
  const onClose = await start('create');
  await act(async () => answer({ ...made, scopes: ['translate'] }));
  await user.click(await screen.findByRole('tab', { name: language }, { timeout: 60_000 }));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(hasKey ? 1 : 0);
});

test.each(['create', 'rotate'])(
  '%s: whoever lost the answer is told to revoke a key that nobody has',
  async (name) => {
    vi.mocked(client.POST).mockRejectedValue(new TypeError('gone'));
    await start(name);
    await screen.findByText(/If it is in the list, revoke it: nobody has seen it/);
  },
);

/** Somebody else revoked the key that is rotated. */
function revokeElsewhere(): void {
  const keys = [{ ...subject, last_used_at: null, revoked_at: '2026-01-01T00:00:00Z' }, made];
  vi.mocked(client.GET).mockResolvedValue({ data: { days: [], keys }, response: new Response() } as never);
}

test('a key that somebody else revoked during its rotation is said to be revoked, and is not revoked again', async () => {
  revokeElsewhere();
  await show('rotate');
  await userEvent.setup().click(screen.getByRole('button', { name: 'It is deployed' }));
  await screen.findByText('The old key is revoked already: only the new one works.');
  expect(screen.queryByRole('button', { name: 'Revoke the old key' })).toBeNull();
  screen.getByRole('button', { name: 'Close' });
});

test('the rotation of a key that another tab revoked says that only the new key will work', async () => {
  revokeElsewhere();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <KeyDialogs team={team} open={{ action: 'rotate', key: subject }} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByText(/^Create a new key. The old one is revoked already/);
  expect(screen.queryByText(/Both work in parallel/)).toBeNull();
});

test.each([
  ['owner', false],
  ['member', true],
] as const)('for %s, the end of a key that exists is fixed: %s', (role, isFixed) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <KeyDialogs team={{ ...team, role }} open={{ action: 'limit', key: subject }} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  expect((screen.getByLabelText('Expires') as HTMLInputElement).disabled).toBe(isFixed);
});
