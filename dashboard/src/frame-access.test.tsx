import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from './api/client.ts';
import type { Me, Role } from './api/queries.ts';
import { forgetSession, keepSession } from './api/session-token.ts';
import { App } from './app.tsx';
import { createQueryClient } from './components/query-client.ts';
import { closeToasts, Toasts } from './components/toast.tsx';
import { replacePath } from './state/navigation.tsx';

const teamOf = (name: string, role: Role) => ({
  id: `id of ${name}`,
  name,
  role,
  is_member: true,
  suspended: null,
});
let teams: Me['teams'];
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  teams = [teamOf('Harbour', 'owner'), teamOf('Pier', 'owner')];
  asked = 0;
  keepSession({ user: 'anna', token: 'token', renewal: null });
  replacePath('/keys');
  vi.spyOn(client, 'GET').mockImplementation((async (path: string) => {
    if (path === '/api/me') asked += 1;
    const me = {
      user: { id: 'anna', email: 'anna@example.org', operator_role: null },
      session: { expires_at: new Date().toISOString(), must_set_up_second_factor: false },
      teams,
      public_api: { url: 'http://api', source: 'configured' },
    };
    return { data: path === '/api/me' ? me : { days: [], keys: [] }, response: new Response() };
  }) as never);
});
afterEach(() => {
  cleanup();
  closeToasts();
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetSession();
  sessionStorage.clear();
  replacePath('/');
});

function open(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <App />
      <Toasts />
    </QueryClientProvider>,
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const minuteMs = 60_000;

test('a page that stays open no longer offers changes after a role was lowered', async () => {
  open();
  await screen.findByRole('button', { name: 'Create a key' }, { timeout: 60_000 });
  teams = [teamOf('Harbour', 'viewer'), teamOf('Pier', 'owner')];
  await pass(minuteMs);
  expect(screen.queryByRole('button', { name: 'Create a key' })).toBeNull();
});

test('somebody who is removed from the team that they look at is told so, and sees another one', async () => {
  open();
  await screen.findByRole('button', { name: 'Team: Harbour' }, { timeout: 60_000 });
  teams = [teamOf('Pier', 'owner')];
  await pass(minuteMs);
  await screen.findByText('You are no longer in Harbour.', {}, { timeout: 60_000 });
  screen.getByRole('button', { name: 'Team: Pier' });
});

test('while nothing changes, the page asks less and less, and then no more: its session may become idle', async () => {
  open();
  await screen.findByRole('button', { name: 'Create a key' }, { timeout: 60_000 });
  await pass(20 * minuteMs);
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThan(30);
  const before = asked;
  await pass(20 * minuteMs);
  expect(asked).toBe(before);
});
