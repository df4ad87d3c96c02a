import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { client } from '../api/client.ts';
import { confirmIdentity, readQuestion } from '../api/identity.ts';
import { forgetSession, keepSession, readToken } from '../api/session-token.ts';
import { forgetKept, useKept } from '../state/kept.ts';
import { hasSessionEnded, replacePath } from '../state/navigation.tsx';
import { createQueryClient } from './query-client.ts';
import { useSignOut } from './sign-out.ts';

const queries = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

beforeEach(() => {
  replacePath('/keys');
  keepSession({
    user: 'anna',
    token: 'token',
    renewal: { refreshToken: 'refresh', dueAt: Date.now() + 99_000 },
  });
  const data = { url: null, user: { email: 'anna@example.org' } };
  vi.spyOn(client, 'GET').mockResolvedValue({ data, response: new Response() } as never);
  vi.spyOn(client, 'POST').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => {
  cleanup();
  forgetSession();
  forgetKept();
  vi.restoreAllMocks();
});

test('signing out leaves nothing of the user, also if the server cannot be reached', async () => {
  queries.setQueryData(['keys', 'team'], 'keys of the team');
  queries.setQueryData(['me'], { user: { email: 'anna@example.org' } });
  const typed = renderHook(() => useKept('text', ''), { wrapper });
  act(() => typed.result.current[1]('a secret text'));
  const question = confirmIdentity(['password']);
  const { result } = renderHook(useSignOut, { wrapper });
  await act(() => result.current());
  expect([readToken(), location.pathname, hasSessionEnded()]).toEqual([null, '/sign-in', false]);
  expect(queries.getQueryData(['keys', 'team'])).toBeUndefined();
  expect([await question, readQuestion()]).toEqual([false, undefined]);
  typed.unmount();
  queries.setQueryData(['me'], { user: { email: 'anna@example.org' } });
  expect(renderHook(() => useKept('text', ''), { wrapper }).result.current[0]).toBe('');
});

test('a server that stands still keeps nobody signed in on this screen', async () => {
  const never = new Promise<never>(() => {});
  vi.mocked(client.GET).mockReturnValue(never);
  vi.mocked(client.POST).mockReturnValue(never);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result } = renderHook(useSignOut, { wrapper });
  await act(async () => {
    const done = result.current();
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
  });
  expect([readToken(), location.pathname]).toEqual([null, '/sign-in']);
});

test('whoever comes back from the provider sees the sign-in page, not the page that they left', async () => {
  const left: string[] = [];
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(`${location.pathname} to ${url}`));
  const data = { url: 'https://id.example.org/logout' };
  vi.mocked(client.GET).mockResolvedValue({ data, response: new Response() } as never);
  const { result } = renderHook(useSignOut, { wrapper });
  await act(() => result.current());
  expect(left).toEqual(['/sign-in to https://id.example.org/logout']);
});

test('what somebody typed before their session ended is gone when somebody else signs in', () => {
  const read = (email: string) => {
    queries.setQueryData(['me'], { user: { email } });
    const { result, unmount } = renderHook(() => useKept('text', ''), { wrapper });
    const [text, setText] = result.current;
    act(() => setText(`of ${email}`));
    unmount();
    return text;
  };
  expect([read('anna@example.org'), read('anna@example.org')]).toEqual(['', 'of anna@example.org']);
  expect([read('berta@example.org'), read('anna@example.org')]).toEqual(['', '']);
});
