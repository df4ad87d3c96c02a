import { expect, test } from 'vitest';
import { answered } from './client.ts';

const answer = (status: number, error?: unknown, headers = {}) =>
  answered(Promise.resolve({ error: error as never, response: new Response(null, { status, headers }) }));

const busy = { code: 'service_unavailable', detail: 'Try again later.' };

test.each([
  ['nothing', undefined],
  ['a page', '<html>Bad Gateway</html>'],
  ['other JSON', { message: 'no server' }],
  ['a problem that explains nothing', { code: 'internal_error', title: 'Internal Server Error' }],
])('a proxy that answers 502 with %s is a failure, in words', async (_, error) => {
  await expect(answer(502, error)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('not available now'),
  });
});

test('an answer without a body is a success', async () => {
  await expect(answer(204)).resolves.toBeUndefined();
});

test("the server's own words are kept", async () => {
  const problem = { code: 'conflict', detail: 'Another page deleted it.' };
  await expect(answer(409, problem)).rejects.toMatchObject({ code: 'conflict', message: problem.detail });
});

test.each([
  ['no answer', () => answered(Promise.reject(new TypeError('Failed to fetch'))), true],
  ['a proxy that lost the server', () => answer(502), true],
  ['a proxy that refuses', () => answer(413), false],
  ['a server that lost its database', () => answer(503, busy, { 'outcome-unknown': 'true' }), true],
  ['a server that is busy', () => answer(503, busy), false],
])('%s: whether the request may have done its work', async (_, ask, isUnconfirmed) => {
  await expect(ask()).rejects.toMatchObject({ isUnconfirmed });
});
