import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, post } from '../support/api-client.ts';
import { openConnection, rawRequest } from '../support/raw-socket.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let auth: Record<string, string>;

beforeAll(async () => {
  auth = bearer((await createKey(context.env, await createTeam(context.env))).plain);
});

const url = () => `${context.server.url}/v1/translate`;
const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  post<ProblemAnswer>(url(), { ...auth, ...headers }, body);

async function expectProblem(
  answer: Promise<{ status: number; headers: Headers; body: ProblemAnswer }>,
  status: number,
  code: string,
) {
  const { status: got, headers, body } = await answer;
  expect([got, body.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(['code', 'detail']);
  expect(body.detail).toMatch(/\S/);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
}

describe('every error has a status of 400 or above, a code, a detail and a request id', () => {
  test('an unknown path: 404 not_found, with or without a key', async () => {
    await expectProblem(call(`${context.server.url}/v1/nothing`), 404, 'not_found');
    await expectProblem(call(`${context.server.url}/v4/translate`, { headers: auth }), 404, 'not_found');
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    '%s on a POST path: 405 method_not_allowed',
    async (method) => {
      const answer = call<ProblemAnswer>(url(), { method });
      await expectProblem(answer, 405, 'method_not_allowed');
      expect((await answer).headers.get('allow')).toBe('OPTIONS, POST');
    },
  );

  test.each([
    ['not JSON', 'hello'],
    ['a truncated object', '{"text":["a"]'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['no text', '{"target_lang":"ES"}'],
    ['no target_lang', '{"text":["a"]}'],
    ['text that is a number', '{"text":7,"target_lang":"ES"}'],
    ['text with a number', '{"text":["a",1],"target_lang":"ES"}'],
    ['text with null', '{"text":[null],"target_lang":"ES"}'],
    ['no texts', '{"text":[],"target_lang":"ES"}'],
    ['target_lang of another type', '{"text":["a"],"target_lang":7}'],
    ['an empty target_lang', '{"text":["a"],"target_lang":""}'],
    ['a duplicate member', '{"text":["a"],"text":["b"],"target_lang":"ES"}'],
    ['a lone surrogate', '{"text":["\\ud800"],"target_lang":"ES"}'],
    ['a NUL', '{"text":["a\\u0000b"],"target_lang":"ES"}'],
    ['nesting beyond 32 levels', `{"text":["a"],"target_lang":"ES","x":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['1,025 texts', JSON.stringify({ text: Array(1_025).fill('a'), target_lang: 'ES' })],
  ])('%s: 400 invalid_request', async (_name, body) => {
    await expectProblem(send(body), 400, 'invalid_request');
  });

  test('a body that is not UTF-8: 400 invalid_request', async () => {
    const body = Buffer.from('{"text":["caf\u00e9"],"target_lang":"ES"}', 'latin1');
    await expectProblem(send(new Uint8Array(body)), 400, 'invalid_request');
  });

  test('the detail names the member and the rule', async () => {
    const detailOf = async (request: string) => (await send(request)).body.detail;
    expect(await detailOf('{"text":["a",1],"target_lang":"ES"}')).toBe('text[1] must be a string.');
    expect(await detailOf('{"text":[],"target_lang":"ES"}')).toBe('text must have at least 1 item.');
    expect(await detailOf('{"text":["a"]}')).toBe('The request needs "target_lang".');
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/jsonx'],
  ])('Content-Type %s: 415 unsupported_media_type', async (contentType) => {
    await expectProblem(
      send('{"text":["a"],"target_lang":"ES"}', { 'content-type': contentType }),
      415,
      'unsupported_media_type',
    );
  });

  test('a compressed body: 415 unsupported_media_type', async () => {
    await expectProblem(send('xx', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
  });

  test('a body over 1 MiB: 413 payload_too_large', async () => {
    const body = JSON.stringify({ text: ['a'], target_lang: 'ES', padding: 'x'.repeat(1024 * 1024) });
    await expectProblem(send(body), 413, 'payload_too_large');
  });

  test('more than 131,072 characters: 413 payload_too_large; exactly 131,072 are taken', async () => {
    const text = (characters: number) =>
      JSON.stringify({ text: ['\n'.repeat(characters)], target_lang: 'ES', source_lang: 'EN' });
    await expectProblem(send(text(131_073)), 413, 'payload_too_large');
    expect((await send(text(131_072))).status).toBe(200);
  });

  test('headers over 16 KiB: 431 headers_too_large', async () => {
    await expectProblem(
      call(url(), { headers: { 'x-large': 'x'.repeat(20_000) } }),
      431,
      'headers_too_large',
    );
  });

  test('what is not HTTP: 400 invalid_request', async () => {
    const answer = await rawRequest(context.server.port, 'THIS IS NOT HTTP\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(answer).toMatch(/\{"code":"invalid_request","detail":"[^"]+"\}$/);
  });
});

test('checks come in order: path and method, key, scope, size and type, then content', async () => {
  const wrongEverything = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: '{{{' };
  expect((await call<ProblemAnswer>(url(), wrongEverything)).status).toBe(405);
  expect((await call(url(), { ...wrongEverything, method: 'POST' })).status).toBe(401);
  expect(
    (
      await call(url(), {
        ...wrongEverything,
        method: 'POST',
        headers: { ...auth, 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(415);
  expect((await send('{{{')).status).toBe(400);
});

test('a path that is unknown stays unknown, whatever is wrong with the body', async () => {
  const nowhere = `${context.server.url}/v1/nothing`;
  await expectProblem(post(nowhere, auth, '{{{'), 404, 'not_found');
  await expectProblem(post(nowhere, { 'content-encoding': 'gzip' }, 'x'), 404, 'not_found');
  await expectProblem(post(nowhere, {}, 'x'.repeat(2 * 1024 * 1024)), 404, 'not_found');
});

test('OPTIONS is answered without a look at the body', async () => {
  const options = { method: 'OPTIONS', headers: { 'content-type': 'text/plain' }, body: '{{{' };
  expect((await call(`${context.server.url}/health`, options)).status).toBe(204);
});

test('a fault of the body doesn’t cost the connection', async () => {
  const body = '{{{';
  const request = [
    'POST /v1/translate HTTP/1.1',
    'Host: x',
    `Authorization: ${auth.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  await using connection = openConnection(context.server.port);
  connection.send(`${request}\r\n\r\n${body}`.repeat(2));
  await expect.poll(() => connection.statuses()).toEqual([400, 400]);
  expect(connection.received()).not.toMatch(/connection: close/i);
});

test('a caller’s own request id is not taken over', async () => {
  const answer = await send('{', { 'x-request-id': 'mine' });
  expect(answer.headers.get('x-request-id')).not.toBe('mine');
});
