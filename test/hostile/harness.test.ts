/** The hostile tests judge by these tools, so each tool is shown a fault that it has to find. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { measured } from '../support/event-loop-reports.ts';
import type { WireResponse } from '../support/http-wire.ts';
import { databaseUrl } from '../support/postgres.ts';
import { WirePool } from '../support/wire-pool.ts';
import { findMiscounted } from './character-audit.ts';
import { checkAnswer, codePoints } from './check-answer.ts';
import { converse } from './converse.ts';

const id = '01a1dd16-2abd-75fe-9183-96b422544b72';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireResponse {
  const all = { 'x-request-id': id, 'content-type': 'application/json; charset=utf-8', ...headers };
  return {
    status,
    headers: new Map(Object.entries(all)),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

const texts = ['#1# a😀', '#2# b'];
const good = {
  translations: [
    { text: '#1# A😀', detected_source_language: 'EN' },
    { text: '#2# B', detected_source_language: 'PT-BR' },
  ],
  characters: 11,
};
const expected200 = { outcomes: [200], isHead: false, texts };
const expected400 = { outcomes: ['invalid_request'], isHead: false };
const problem = { code: 'invalid_request', detail: 'No.' };
const billed = {
  translations: good.translations.map((each, i) => ({ ...each, billed_characters: [6, 5][i] })),
  characters: 11,
  billed_characters: 11,
};
const noKey = { code: 'unauthorized', detail: 'No.', message: 'Not with this key.' };
const compatible200 = { ...expected200, isCompatible: true };
const compatible403 = { outcomes: ['unauthorized'], isHead: false, isCompatible: true };

describe('the judge', () => {
  test('finds nothing wrong with good answers', () => {
    expect(checkAnswer(answer(200, good), expected200)).toEqual({ faults: [], characters: 11 });
    expect(checkAnswer(answer(400, problem), expected400)).toEqual({ faults: [] });
    expect(checkAnswer(answer(204, ''), { outcomes: [204], isHead: false })).toEqual({ faults: [] });
    expect(checkAnswer(answer(200, billed), compatible200)).toEqual({ faults: [], characters: 11 });
    expect(checkAnswer(answer(403, noKey), compatible403)).toEqual({ faults: [] });
  });

  test.each<[string, WireResponse, Parameters<typeof checkAnswer>[1]]>([
    [
      'a 500',
      answer(500, { code: 'internal_error', detail: 'No.' }),
      { outcomes: ['internal_error'], isHead: false },
    ],
    ['a 503', answer(503, { code: 'engine_unavailable', detail: 'No.' }), expected200],
    ['no request id', answer(400, problem, { 'x-request-id': '' }), expected400],
    ['another member', answer(400, { ...problem, message: 'No.' }), expected400],
    ['a code of another status', answer(404, problem), expected400],
    ['another code', answer(401, { code: 'unauthorized', detail: 'No.' }), expected400],
    ['an unknown code', answer(400, { code: 'oops', detail: 'No.' }), { outcomes: ['oops'], isHead: false }],
    ['an empty detail', answer(400, { code: 'invalid_request', detail: ' ' }), expected400],
    ['a body that is no JSON', answer(400, '<html>'), expected400],
    ['another content type', answer(400, problem, { 'content-type': 'text/html' }), expected400],
    ['200 for a fault', answer(200, good), expected400],
    ['a lost translation', answer(200, { ...good, translations: good.translations.slice(1) }), expected200],
    ['another order', answer(200, { ...good, translations: good.translations.toReversed() }), expected200],
    ['UTF-16 units counted', answer(200, { ...good, characters: 12 }), expected200],
    ['an undocumented member', answer(200, { ...good, debug: 1 }), expected200],
    [
      'a half surrogate',
      answer(200, {
        ...good,
        translations: [{ text: '#1# \ud83d', detected_source_language: 'EN' }, good.translations[1]],
      }),
      expected200,
    ],
    ['a library’s 401', answer(401, noKey), { ...compatible403, outcomes: ['key_revoked'] }],
    ['a problem without a message', answer(403, { ...noKey, message: undefined }), compatible403],
    ['a message that repeats the detail', answer(403, { ...noKey, message: 'No.' }), compatible403],
    ['a text without its bill', answer(200, { ...good, billed_characters: 11 }), compatible200],
    ['another sum', answer(200, { ...billed, billed_characters: 12 }), compatible200],
    ['a bill where there is none', answer(200, billed), expected200],
    ['a body for HEAD', answer(200, good), { outcomes: [200], isHead: true }],
  ])('finds %s', (_name, response, expected) => {
    expect(checkAnswer(response, expected).faults).not.toEqual([]);
  });

  test('counts code points, not units', () => {
    expect([codePoints(''), codePoints('é'), codePoints('😀'), codePoints('e\u0301')]).toEqual([0, 1, 1, 2]);
  });
});

test('Postgres finds the call that was counted wrong', async () => {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    const calls = [
      { characters: 3, texts: ['a😀', 'b'] },
      { characters: 4, texts: ['a😀', 'b'] },
      { characters: 0, texts: [''] },
    ];
    expect(await findMiscounted(client, calls)).toEqual([1]);
  } finally {
    await client.end();
  }
});

describe('the clients', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** A server that answers whatever it reads with these bytes. */
  async function answering(bytes: string): Promise<number> {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).on('data', () => socket.write(bytes)),
    );
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  const request = { method: 'GET', bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n') };

  test('see a second answer to one request', async () => {
    const port = await answering(ok + ok);
    const pool = new WirePool(port, 1);
    expect((await pool.send(request)).response?.status).toBe(200);
    expect(pool.strayBytes).toBeGreaterThan(0);
    pool.close();
    expect((await converse(port, [request.bytes], { answers: 1, isClosed: false })).answers.length).toBe(2);
  });

  test('see an answer that is cut short, or none', async () => {
    const conversation = await converse(await answering(ok.slice(0, -1)), [request.bytes], {
      answers: 0,
      isClosed: false,
    });
    expect([conversation.answers.length, conversation.hasUnreadBytes]).toEqual([0, true]);
  });

  test('see what is not HTTP', async () => {
    const pool = new WirePool(await answering('hello\r\n\r\n'), 1);
    expect((await pool.send(request)).failure).toMatch(/not a status line/);
    pool.close();
  });
});

test('the clock of the event loop sees a stall', async () => {
  const eventLoop = measured();
  // So much work, however long a busy machine takes to give the processor for it.
  const stall = `setTimeout(() => {
    const start = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - start < 300_000);
    setTimeout(() => console.log('done'), 50);
  }, 300);
  setInterval(() => {}, 50)`;
  const child = spawn(process.execPath, ['-e', stall], {
    env: { ...process.env, ...eventLoop.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    const { byClock, byOwnWork } = await eventLoop.next(child.pid ?? 0);
    expect(byClock.maxMs).toBeGreaterThan(250);
    expect(byOwnWork.maxMs).toBeGreaterThan(250);
  } finally {
    child.kill();
  }
});
