import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { forgetSession, keepSession, readToken } from '../../api/session-token.ts';
import { createQueryClient } from '../../components/query-client.ts';
import { hasSessionEnded, replacePath } from '../../state/navigation.tsx';
import { SetUpFactorPage } from './set-up-factor-page.tsx';

afterEach(() => {
  cleanup();
  forgetSession();
  vi.restoreAllMocks();
});

function open(): void {
  replacePath('/keys');
  keepSession({ user: 'anna', token: 'token', renewal: null });
  vi.spyOn(client, 'GET').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(client, 'POST').mockRejectedValue(new TypeError('Failed to fetch'));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SetUpFactorPage onDone={() => {}} />
    </QueryClientProvider>,
  );
}

test('an operator who has to set up a second factor can sign out as everybody else', async () => {
  open();
  await act(async () => screen.getByRole('button', { name: 'Sign out' }).click());
  await expect
    .poll(() => [readToken(), location.pathname, hasSessionEnded()])
    .toEqual([null, '/sign-in', false]);
});

test('a server that does not say where passkeys work is told, and can be asked again', async () => {
  open();
  await screen.findByText(/The server cannot be reached/);
  screen.getByRole('button', { name: 'Try again' });
});
