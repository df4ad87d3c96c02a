import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { readNew } from './request-queries.ts';

afterEach(() => vi.restoreAllMocks());

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A server whose answers have 500 rows, newest first, down to the row `oldest`. */
function serve(newest: number, oldest: number) {
  return vi.spyOn(client, 'GET').mockImplementation((async (_: string, { params }: never) => {
    const { cursor } = (params as { query: { cursor?: string } }).query;
    const from = cursor === undefined ? newest : Number(cursor) - 1;
    const to = Math.max(oldest, from - 499);
    const requests = Array.from({ length: from - to + 1 }, (_, i) => ({ id: idOf(from - i) }));
    const data = { requests, newest_cursor: 'x', next_cursor: to > oldest ? String(to) : null };
    return { data, response: new Response() };
  }) as never);
}

test('the seconds that the server repeats are no gap, however many calls they have', async () => {
  const asked = serve(5_001, 1);
  const { requests, isWhole } = await readNew('team', {}, { known: idOf(5_000) });
  expect([isWhole, requests[0]?.id, asked.mock.calls.length]).toEqual([true, idOf(5_001), 1]);
});

test('more new calls than one answer holds are read until a known one', async () => {
  const asked = serve(1_200, 1);
  const { requests, isWhole } = await readNew('team', {}, { known: idOf(100) });
  expect([isWhole, asked.mock.calls.length]).toEqual([true, 3]);
  expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
});

test('too many new calls are a gap', async () => {
  const asked = serve(50_000, 1);
  expect((await readNew('team', {}, { known: idOf(100) })).isWhole).toBe(false);
  expect(asked).toHaveBeenCalledTimes(5);
});

test('a thorough question asks for the newest calls whatever is known, so that one that was written late is among them', async () => {
  const asked = serve(300, 1);
  const { requests, isWhole } = await readNew('team', {}, { known: idOf(300), isThorough: true });
  expect(JSON.stringify(asked.mock.calls[0])).not.toContain('after');
  expect([isWhole, requests.length]).toEqual([true, 300]);
});
