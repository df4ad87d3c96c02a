import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../../../components/query-client.ts';
import type { ModelRequest } from './model-queries.ts';
import { RequestList } from './request-list.tsx';

afterEach(cleanup);

const queries = createQueryClient();
const requestWith = (state: 'working' | 'done', bytes: number): ModelRequest =>
  ({
    id: 'request',
    pair: 'en-de',
    action: 'pull',
    architecture: null,
    state: 'open',
    requested_by: 'root@example.org',
    requested_at: '2026-01-01T00:00:00Z',
    nodes: [
      {
        node_id: 'n',
        host: 'node-1',
        state,
        bytes,
        total_bytes: 9_000_000,
        file: 'model.bin',
        failure: null,
      },
    ],
  }) as never;

test('a download is announced when its state changes, and not with every megabyte', () => {
  const spoken: string[] = [];
  const list = (request: ModelRequest) => (
    <QueryClientProvider client={queries}>
      <RequestList requests={[request]} />
    </QueryClientProvider>
  );
  const { rerender } = render(list(requestWith('working', 1_000_000)));
  const live = () => [...document.querySelectorAll('[role=status], [aria-live]')];
  const read = () =>
    spoken.push(
      live()
        .map(({ textContent }) => textContent)
        .join(),
    );
  read();
  for (const bytes of [2_000_000, 8_000_000]) {
    rerender(list(requestWith('working', bytes)));
    read();
  }
  rerender(list(requestWith('done', 9_000_000)));
  read();
  expect(new Set(spoken.slice(0, 3)).size).toBe(1);
  expect(spoken[0]).toContain('node-1: Working.');
  expect(spoken[3]).toContain('node-1: Done.');
  screen.getByText('node-1');
});
