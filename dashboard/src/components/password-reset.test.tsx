import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { releaseNavigation } from '../state/leave.ts';
import { usePasswordReset } from './password-reset.tsx';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  cleanup();
  releaseNavigation();
});

function Users({ makeLink }: { makeLink: (user: string) => Promise<{ token: string }> }) {
  const reset = usePasswordReset(makeLink);
  return (
    <>
      {['anna', 'berta'].map((user) => (
        <button key={user} type="button" onClick={() => reset.start(user)}>
          {user}
        </button>
      ))}
      {reset.link}
    </>
  );
}

test('a second click makes no link that would take the place of the first', async () => {
  const user = userEvent.setup();
  let finish = (_: { token: string }) => {};
  const makeLink = vi.fn((_: string) => new Promise<{ token: string }>((resolve) => (finish = resolve)));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Users makeLink={makeLink} />
    </QueryClientProvider>,
  );
  await user.dblClick(screen.getByRole('button', { name: 'anna' }));
  await user.click(screen.getByRole('button', { name: 'berta' }));
  expect(makeLink.mock.calls.map(([one]) => one)).toEqual(['anna']);
  await act(async () => finish({ token: 'once' }));
  expect((await screen.findByTestId('secret')).textContent).toContain('/join#once');
});
