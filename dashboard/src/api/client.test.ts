import { expect, test } from 'vitest';
import { answered } from './client.ts';

const answer = (status: number, error?: unknown) =>
  answered(Promise.resolve({ error: error as never, response: new Response(null, { status }) }));

test.each([
  ['nothing', undefined],
  ['a page', '<html>Bad Gateway</html>'],
  ['other JSON', { message: 'no server' }],
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
