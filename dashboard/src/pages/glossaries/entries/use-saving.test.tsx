import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../../api/client.ts';
import { createQueryClient } from '../../../components/query-client.ts';
import { closeToasts } from '../../../components/toast.tsx';
import { Draft } from '../draft/draft.ts';
import { useSaving } from './use-saving.ts';

afterEach(() => {
  cleanup();
  closeToasts();
  vi.restoreAllMocks();
});

const place = { team: 'team', id: 'glossary', source: 'EN', target: 'ES' };

/** Saves twice: the first answer is lost, and the second says that the server has another version, with these entries. */
async function saveTwice(onServer: string) {
  const draft = await Draft.open({ version: 1, tsv: new Blob(['house\tcasa\nboat\tbarco\n']) });
  draft.setCell(draft.rows[0] as (typeof draft.rows)[number], 'target', 'hogar');
  const refusal = { code: 'precondition_failed', detail: 'Read it again.' };
  vi.spyOn(client, 'PUT')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ error: refusal, response: new Response(null, { status: 412 }) } as never);
  vi.spyOn(client, 'GET').mockImplementation((async (path: string) => {
    const data = path.endsWith('/versions') ? { versions: [] } : new Blob([onServer]);
    return { data, response: new Response(null, { headers: { etag: '"2"' } }) };
  }) as never);
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSaving(draft, place), { wrapper });
  await act(() => result.current.save());
  expect([draft.isDirty, result.current.error]).toMatchObject([true, { code: 'unreachable' }]);
  await act(() => result.current.save());
  return { draft, saving: result.current };
}

test('a second try after a lost answer finds its own version, and nobody else is blamed', async () => {
  const { draft, saving } = await saveTwice('boat\tbarco\nhouse\thogar\n');
  expect([saving.overtaken, saving.error]).toEqual([undefined, null]);
  expect([draft.isDirty, draft.saved.version]).toEqual([false, 2]);
});

test('a version that differs in one term is of somebody else', async () => {
  const { draft, saving } = await saveTwice('boat\tbarca\nhouse\thogar\n');
  expect(saving.overtaken?.theirs.version).toBe(2);
  expect(draft.isDirty).toBe(true);
});
