import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import type { Team } from '../../api/queries.ts';
import { createQueryClient } from '../../components/query-client.ts';
import { TryCall } from '../../components/try-call.tsx';
import { usePlaygroundCall } from './use-playground-call.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const queries = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const mayBeCharged = /^The server did not answer, so the call may have been made and charged\./;
const lose = () => vi.spyOn(client, 'POST').mockRejectedValue(new TypeError('Failed to fetch'));
const body = { text: ['A house.'], target_lang: 'ES', alternatives: 1 };

test('a call of the playground whose answer is lost may have been charged', async () => {
  lose();
  const { result } = renderHook(() => usePlaygroundCall('team'), { wrapper });
  act(() => result.current.start({ kind: 'translate', body }));
  await expect.poll(() => result.current.error?.message).toMatch(mayBeCharged);
});

test('of a stream that breaks off, what is shown was charged', async () => {
  const part = new TextEncoder().encode('{"type":"part","index":0,"text":"Una"}\n');
  vi.spyOn(client, 'POST').mockResolvedValue({
    data: new Blob([part]).stream(),
    response: new Response(),
  } as never);
  const { result } = renderHook(() => usePlaygroundCall('team'), { wrapper });
  act(() => result.current.start({ kind: 'translate', body: { text: ['A house.'], target_lang: 'ES' } }));
  await expect.poll(() => result.current.error?.message).toMatch(/^The connection to the server was lost/);
  expect(result.current.text).toBe('Una');
});

test('a call that was tried and not answered may have been charged', async () => {
  lose();
  const user = userEvent.setup();
  const request = { method: 'POST', path: '/v1/translate', body: '{}' } as const;
  render(<TryCall team={{ id: 'team' } as Team} request={request} needsKey={false} />, { wrapper });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(mayBeCharged);
});
