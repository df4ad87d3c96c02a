import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../api/client.ts';
import { type Telling, useChange } from '../api/use-change.ts';
import { createQueryClient } from './query-client.ts';
import { closeToasts, Toasts } from './toast.tsx';

afterEach(() => {
  cleanup();
  closeToasts();
});

function Row({ change, telling }: { change: () => Promise<string>; telling?: Telling<string, string> }) {
  const { mutate } = useChange((_: string) => change(), [], telling);
  return (
    <button type="button" onClick={() => mutate('Web shop')}>
      Delete
    </button>
  );
}

async function press(change: () => Promise<string>, telling?: Telling<string, string>): Promise<void> {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Row change={change} {...(telling && { telling })} />
      <Toasts />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Delete' }));
}

/** What shows the messages is loaded first, which takes its time where others hold the cores. */
const patience = { timeout: 60_000 };
const refuse = () => Promise.reject(new Refusal('conflict', 'Another page deleted it.', null));

test('a change that names what it did is told, with its input and the answer', async () => {
  await press(async () => 'v2', { done: (input, output) => `${input} is deleted: ${output}` });
  await screen.findByText('Web shop is deleted: v2', {}, patience);
});

test('a failure is told where no dialog shows it', async () => {
  await press(refuse, { done: () => 'deleted', isFailureTold: true });
  expect((await screen.findByRole('alert', {}, patience)).textContent).toBe('Another page deleted it.');
  expect(screen.queryByText('deleted')).toBeNull();
});

test('a failure that a dialog shows is not told twice', async () => {
  await press(refuse, { done: () => 'deleted' });
  cleanup();
  await press(async () => '', { done: () => 'the next change' });
  await screen.findByText('the next change', {}, patience);
  expect(screen.queryByText('Another page deleted it.')).toBeNull();
});

test('a machine without internet reaches a server of its own network', async () => {
  onlineManager.setOnline(false);
  await press(async () => 'v2', { done: () => 'the change was sent' });
  await screen.findByText('the change was sent', {}, patience);
  onlineManager.setOnline(true);
});

test.each([
  ['without an answer', new Refusal('unreachable', 'The server cannot be reached.', null)],
  ['whose database was lost', new Refusal('service_unavailable', 'Try again later.', null, '2', true)],
])('a change %s may have been made', async (_, error) => {
  await press(() => Promise.reject(error), { isFailureTold: true });
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('may have been made');
});

test('a change that a busy server refused was not made', async () => {
  const busy = () => Promise.reject(new Refusal('service_unavailable', 'Try again later.', null, '5'));
  await press(busy, { isFailureTold: true });
  expect((await screen.findByRole('alert', {}, patience)).textContent).toBe('Try again later.');
});

test('a password that was sent, and a key that was made, are forgotten with their dialog', async () => {
  const queries = createQueryClient();
  const { result, unmount } = renderHook(() => useChange(async (_: string) => 'the key', []), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  await act(() => result.current.mutateAsync('the password'));
  expect(
    JSON.stringify(
      queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).toContain('the key');
  unmount();
  await expect.poll(() => queries.getMutationCache().getAll(), { timeout: 60_000 }).toEqual([]);
});

test.each([
  ['forbidden', 'a lowered role', 1],
  ['not_found', 'a team that the user left', 1],
  ['unreachable', 'a server that is away', 0],
])('%s: a read that is refused reads again who the user is: %s', async (code, _, times) => {
  const queries = createQueryClient();
  const read = vi.fn(async () => 'me');
  const refused = () => Promise.reject(new Refusal(code, 'Refused.', null));
  renderHook(
    () => {
      useQuery({ queryKey: ['me'], queryFn: read, staleTime: Number.POSITIVE_INFINITY });
      return useQuery({ queryKey: ['keys', 'team'], queryFn: refused, enabled: read.mock.calls.length > 0 });
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider> },
  );
  await expect.poll(() => queries.getQueryState(['keys', 'team'])?.status).toBe('error');
  await act(async () => {});
  expect(read).toHaveBeenCalledTimes(1 + times);
});
