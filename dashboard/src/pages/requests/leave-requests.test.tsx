import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { createQueryClient } from '../../components/query-client.ts';
import { readFilter } from './request-filter.ts';
import { useRequests } from './request-queries.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('questions that the server holds end with the filter and with the page that asked them', async () => {
  const queries = createQueryClient();
  const held: AbortSignal[] = [];
  const part = { requests: [], next_cursor: null, searched_to: null, days_kept: 7 };
  vi.spyOn(client, 'GET').mockImplementation(((_: string, { params, signal }: never) => {
    if (!('seen' in (params as { query: object }).query))
      return Promise.resolve({ data: part, response: new Response() });
    held.push(signal);
    return new Promise(() => undefined);
  }) as never);
  const { rerender, unmount } = renderHook(
    ({ status }) => useRequests('team', readFilter(new URLSearchParams({ status })), true),
    {
      initialProps: { status: 'failed' },
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  );
  await expect.poll(() => held.length).toBe(1);
  rerender({ status: '2xx' });
  await expect.poll(() => held.map(({ aborted }) => aborted)).toEqual([true, false]);
  unmount();
  expect(held.map(({ aborted }) => aborted)).toEqual([true, true]);
});
