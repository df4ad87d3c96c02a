/** The line of the log that every request has, also when nobody waits for its answer any more. */
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { call, translate } from '../support/api-client.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer({
  NODE_ENV: 'test',
  // Until the caller hangs up.
  DRAGOMAN_STUB_ENGINE: 'hangRate=1,stallMs=3600000',
  DRAGOMAN_CACHE_MB: '0',
});
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
});

interface Line {
  requestId: string;
  route: string;
  outcome: string;
  status?: number;
  steps?: Record<string, number>;
}

const lines = () =>
  context.server
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Line);
const hungUp = () => lines().filter(({ outcome }) => outcome === 'disconnected');

/** Sends the beginning of a request, waits for the moment, and hangs up. */
async function sendAndHangUp(
  contentLength: number,
  body: string,
  isMoment = async () => true,
): Promise<void> {
  const head = `POST /v1/translate HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${contentLength}\r\n\r\n`;
  const socket = connect(context.server.port, '127.0.0.1');
  socket.on('error', () => {});
  // Then it arrives, even if the server is late to read it.
  await new Promise((resolve) => socket.write(head + body, resolve));
  await expect.poll(isMoment).toBe(true);
  socket.destroy();
}

test('a client that hangs up while an engine works has a line, with the steps that were done', async () => {
  const before = hungUp().length;
  const body = JSON.stringify({ text: ['Hello'], source_lang: 'EN', target_lang: 'EO' });
  const isWorking = async () =>
    (await readMetric(context.server.opsUrl, 'dragoman_engine_batches_under_way')) > 0;
  await sendAndHangUp(body.length, body, isWorking);
  await expect.poll(() => hungUp().length).toBe(before + 1);
  const line = hungUp().at(-1);
  expect(line).toMatchObject({ route: '/v1/translate', teamId: expect.any(String) });
  expect(line?.steps).toMatchObject({ limits: expect.any(Number), translate: expect.any(Number) });
  expect(line).not.toHaveProperty('status');
  const metrics = await (await fetch(`${context.server.opsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^dragoman_calls_total\{outcome="disconnected",mode="live",dialect="v1"\} 1$/m);
  expect(metrics).toMatch(/^dragoman_http_requests_total\{listener="public",status="none"\} \d+$/m);
});

test('one that hangs up before its body is whole has a line as well', async () => {
  const before = hungUp().length;
  await sendAndHangUp(1_000, '{"text":["Hel');
  await expect.poll(() => hungUp().length).toBe(before + 1);
});

test('every answered request has one line, no more', async () => {
  const ids: (string | null)[] = [];
  for (const path of ['/health', '/v1/languages', '/nowhere']) {
    ids.push((await call(`${context.server.url}${path}`)).headers.get('x-request-id'));
  }
  // Without the engine, because the languages are the same.
  const answer = await translate(context.server.url, key, {
    text: ['Hola'],
    source_lang: 'ES',
    target_lang: 'ES',
  });
  ids.push(answer.headers.get('x-request-id'));
  const counts = () => ids.map((id) => lines().filter(({ requestId }) => requestId === id).length);
  await expect.poll(counts).toEqual([1, 1, 1, 1]);
});
