import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './components/query-client.ts';
import { SignInPage } from './pages/sign-in-page.tsx';
import { goToSignIn, goToSignInAfterLink, nextAfterSignIn, replacePath } from './state/navigation.tsx';

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

test.each([
  [
    'who joined a team is told so',
    { email: 'ada@example.org', team: 'Harbour' },
    /now in the team "Harbour"/,
  ],
  ['who set a password is told so', { email: 'ada@example.org' }, /password is set/],
] as const)('%s, and only enters the password', (_, link, words) => {
  goToSignInAfterLink(link);
  const queries = createQueryClient();
  queries.setQueryData(['ways to sign in'], { passwords: true, single_sign_on: null });
  render(
    <QueryClientProvider client={queries}>
      <SignInPage />
    </QueryClientProvider>,
  );
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('ada@example.org');
});
