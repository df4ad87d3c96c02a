import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { forgetSession, keepSession } from '../../api/session-token.ts';
import { createQueryClient } from '../query-client.ts';
import { useUploads } from './use-uploads.ts';

afterEach(() => {
  cleanup();
  forgetSession();
  vi.restoreAllMocks();
});

const signIn = (user: string) => keepSession({ user, token: `token of ${user}`, renewal: null });
const fileOf = (name: string) => new File(['text'], name);

/** Anna drops two files. While the first is on its way, something happens; then a last file is dropped. */
async function sentFiles(meanwhile: () => void): Promise<string[]> {
  signIn('anna');
  const sent: string[] = [];
  let finish = () => {};
  vi.spyOn(client, 'POST').mockImplementation(((_: string, { body }: { body: { file: File } }) => {
    sent.push(body.file.name);
    const answer = { data: { id: 'id' }, response: new Response() };
    if (sent.length > 1) return Promise.resolve(answer);
    return new Promise((resolve) => {
      finish = () => resolve(answer);
    });
  }) as never);
  const queries = createQueryClient();
  const { result } = renderHook(() => useUploads('team'), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  act(() => result.current.add(['first', 'second'].map(fileOf), { target_lang: 'ES' }));
  await expect.poll(() => sent.length).toBe(1);
  meanwhile();
  act(() => result.current.add([fileOf('last')], { target_lang: 'ES' }));
  await act(async () => finish());
  await expect.poll(() => sent.at(-1)).toBe('last');
  return sent;
}

test('files are sent one after the other', async () => {
  expect(await sentFiles(() => {})).toEqual(['first', 'second', 'last']);
});

test('files that still wait at sign-out are not sent as whoever signs in next', async () => {
  const next = () => {
    forgetSession();
    signIn('berta');
  };
  expect(await sentFiles(next)).toEqual(['first', 'last']);
});
