import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { useUploads } from './use-uploads.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const members = { target_lang: 'ES' };

function open() {
  const post = vi.spyOn(client, 'POST').mockResolvedValue({
    data: { id: 'document' },
    response: new Response(),
  } as never);
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const uploaded: string[] = [];
  const { result } = renderHook(() => useUploads('team', (id) => uploaded.push(id)), { wrapper });
  return { result, post, uploaded, queries };
}

/** As browsers hand over a folder: it has a name and a size, and cannot be read. */
function folder(): File {
  const file = new File(['x'], 'letters');
  vi.spyOn(file, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('not found', 'NotFoundError')),
  } as never);
  return file;
}

test('a folder is named as the reason, not the server, and the file after it is uploaded', async () => {
  const { result, post, uploaded } = open();
  act(() => result.current.add([folder(), new File(['Hello.'], 'letter.txt')], members));
  await waitFor(() => expect(uploaded).toEqual(['document']), { timeout: 60_000 });
  await waitFor(() => expect(result.current.uploads).toHaveLength(1), { timeout: 60_000 });
  expect(result.current.uploads[0]).toMatchObject({
    name: 'letters',
    error: { message: 'This file cannot be read. If it is a folder, drop the files in it.' },
  });
  expect(post).toHaveBeenCalledTimes(1);
});

test('an upload whose answer is lost may be in the list, which is read again', async () => {
  const { result, post, queries } = open();
  const refresh = vi.spyOn(queries, 'invalidateQueries');
  post.mockRejectedValue(new TypeError('Failed to fetch'));
  act(() => result.current.add([new File(['Hello.'], 'letter.txt')], members));
  await waitFor(() => expect(result.current.uploads[0]?.error).toBeDefined(), { timeout: 60_000 });
  expect(result.current.uploads[0]?.error?.message).toContain('may be in the list');
  expect(refresh).toHaveBeenCalledWith({ queryKey: ['documents', 'team'] });
});
