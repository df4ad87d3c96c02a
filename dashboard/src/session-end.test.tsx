import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './components/query-client.ts';
import { SignInPage } from './pages/sign-in-page.tsx';
import { goToSignIn, nextAfterSignIn, replacePath } from './state/navigation.tsx';

afterEach(() => {
  cleanup();
  replacePath('/');
});

test.each([
  ['a session that ended is told', { hasSessionEnded: true }, 1],
  ['somebody who was not signed in is told nothing', {}, 0],
] as const)('%s, and the page that was open comes back', (_, why, notices) => {
  replacePath('/keys');
  goToSignIn(why);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SignInPage />
    </QueryClientProvider>,
  );
  expect(screen.queryAllByText(/Your session has ended/)).toHaveLength(notices);
  expect(nextAfterSignIn()).toBe('/keys');
});
