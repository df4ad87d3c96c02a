/**
 * What engines that cost money are sent under one Idempotency-Key, against what is charged for it: counted by the engine's
 * server. The tests only speak HTTP.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  bearer,
  call,
  type ProblemAnswer,
  type TranslateAnswer,
} from '../support/api-client.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { charactersSentTo, holdAnswers } from '../support/held-engine.ts';
import { createKey, createTeam, liftLimits } from '../support/seed.ts';
import { openServer, type RunningServer, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let env: Record<string, string>;
let nodes: RunningServer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-replays-'));
  deepl = await startDeepl();
  const config = join(folder, 'dragoman.yaml');
  await writeFile(config, `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }\n`);
  env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, ENGINE_KEY: serverKey };
  nodes = await Promise.all([openServer(env), startServer(env)]);
  // On a busy machine Redis is late for a new node, which then counts by itself.
  const warming = await openTeam();
  for (let n = 0; n < 10; n++) await warming.send(randomUUID(), 'Warm.', { node: n });
});
afterEach(() => {
  deepl.misbehave = undefined;
});
afterAll(async () => {
  for (const node of nodes) expect(await node.stop()).toBe(0);
  await deepl?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

type Answered = Answer<TranslateAnswer & ProblemAnswer>;

interface Sending {
  readonly node?: number;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** A team with a key, and what its engine's server was sent for it since. */
async function openTeam(quota = 1_000_000) {
  const id = await createTeam(env, 'team', quota);
  await liftLimits(env, id);
  const key = (await createKey(env, id, 'translate')).plain;
  const sentBefore = charactersSentTo(deepl);
  return {
    send(
      idempotencyKey: string,
      text: string,
      { node = 0, headers, path = '/v1/translate', signal }: Sending = {},
    ) {
      return call<TranslateAnswer & ProblemAnswer>(`${nodes[node % 2]?.url}${path}`, {
        method: 'POST',
        headers: {
          ...bearer(key),
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
          'cache-control': 'no-store',
          ...headers,
        },
        body: JSON.stringify({ text: [text], source_lang: 'EN', target_lang: 'DE' }),
        ...(signal && { signal }),
      });
    },
    sent: () => charactersSentTo(deepl) - sentBefore,
    async charged() {
      const account = await call<{ quota_used: number }>(`${nodes[0]?.url}/v1/account`, {
        headers: bearer(key),
      });
      return account.body.quota_used;
    },
  };
}

/** Larger than half a request to the server, so that each text has a request of its own. */
const text = 'The house is big. '.repeat(467).trim();

const endings = (answers: readonly Answered[]) =>
  answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`)).toSorted();

/** All at once: no request is answered by the engine before each call has come to it or was refused. */
async function allAtOnce(sends: readonly (() => Promise<Answered>)[]): Promise<Answered[]> {
  const engine = holdAnswers(deepl);
  let refused = 0;
  const calls = sends.map((send) =>
    send().then((answer) => {
      refused++;
      return answer;
    }),
  );
  await expect.poll(() => engine.waiting + refused).toBe(sends.length);
  engine.release();
  return Promise.all(calls);
}

/** `most` of six at once: two, and two on each node where Redis is late for one of them, as it may be on a busy machine. */
describe.each([
  { where: 'on one node', nodeOf: () => 0, most: 2 },
  { where: 'on two nodes', nodeOf: (n: number) => n, most: 4 },
])('under one Idempotency-Key, with no-store, $where', ({ nodeOf, most }) => {
  test('six calls one after the other: engines are asked once more, and then no more', async () => {
    const [team, key] = [await openTeam(), randomUUID()];
    const answers: Answered[] = [];
    for (let n = 0; n < 6; n++) answers.push(await team.send(key, text, { node: nodeOf(n) }));
    expect(await team.charged()).toBe(text.length);
    expect(team.sent()).toBe(2 * text.length);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409, 409, 409]);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(new Set(answers.slice(2).map(({ body }) => body.code))).toEqual(new Set(['replay_unavailable']));
  });

  test('six calls at once: two are answered, one is charged, and the others are told to wait', async () => {
    const [team, key] = [await openTeam(), randomUUID()];
    const sends = Array.from({ length: 6 }, (_, n) => () => team.send(key, text, { node: nodeOf(n) }));
    const answers = await allAtOnce(sends);
    const later = await team.send(key, text, { node: nodeOf(1) });
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThanOrEqual(2);
    expect(answered).toBeLessThanOrEqual(most);
    expect(new Set(endings(answers))).toEqual(new Set(['200', '409 conflict']));
    for (const { status, headers } of answers) expect(headers.has('retry-after')).toBe(status === 409);
    expect(await team.charged()).toBe(text.length);
    expect(team.sent()).toBe(answered * text.length);
    // The second of the two was the one repeat that engines may be asked for.
    expect(endings([later])).toEqual(['409 replay_unavailable']);
  });

  test('two bodies at once: the engines are sent one of them, or each where Redis is late', async () => {
    const [team, key] = [await openTeam(), randomUUID()];
    const answers = await allAtOnce([
      () => team.send(key, text, { node: nodeOf(0) }),
      () => team.send(key, `${text} Really.`, { node: nodeOf(1) }),
    ]);
    expect(endings(answers)).toEqual(['200', '409 conflict']);
    const charged = await team.charged();
    const both = 2 * text.length + ' Really.'.length;
    expect(most === 2 ? [charged] : [charged, both]).toContain(team.sent());
  });
});

test('four other bodies under a charged key are refused before an engine is asked, with an empty balance too', async () => {
  const [team, key] = [await openTeam(text.length), randomUUID()];
  await team.send(key, text);
  const answers: Answered[] = [];
  for (let n = 0; n < 4; n++) answers.push(await team.send(key, `${text} ${n}`, { node: n }));
  expect(endings(answers)).toEqual(Array.from({ length: 4 }, () => '409 conflict'));
  expect(team.sent()).toBe(text.length);
});

test('a repeat that the cache of the team answers asks no engine, however often it comes', async () => {
  const [team, key] = [await openTeam(text.length), randomUUID()];
  const first = await team.send(key, text, { headers: { 'cache-control': '' } });
  for (let n = 0; n < 6; n++) {
    const again = await team.send(key, text);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect([await team.charged(), team.sent()]).toEqual([text.length, text.length]);
});

test('a repeat is answered though nothing is left of the balance, and once more where nothing was cached', async () => {
  const [team, key] = [await openTeam(text.length), randomUUID()];
  expect(endings([await team.send(key, text), await team.send(key, text)])).toEqual(['200', '200']);
});

test('the path of the client libraries says the same', async () => {
  const [team, key] = [await openTeam(), randomUUID()];
  const path = '/v2/translate';
  for (let n = 0; n < 2; n++) expect((await team.send(key, text, { path })).status).toBe(200);
  const refused = await team.send(key, text, { path });
  expect(refused.status).toBe(409);
  expect(refused.body).toEqual({
    code: 'replay_unavailable',
    detail: expect.stringContaining('(replay_unavailable)'),
    message: expect.stringContaining('new key'),
  });
});

describe('a first call that was not charged uses up nothing', () => {
  test('when the engine failed, however often', async () => {
    const [team, key] = [await openTeam(), randomUUID()];
    deepl.misbehave = (request) => (request.method === 'POST' ? { status: 400, body: {} } : undefined);
    // Three failures in a row would have the engine left alone.
    for (let n = 0; n < 2; n++) expect((await team.send(key, text)).status).toBe(503);
    deepl.misbehave = undefined;
    expect(endings([await team.send(key, text), await team.send(key, text)])).toEqual(['200', '200']);
    expect(await team.charged()).toBe(text.length);
  });

  test('when its client hung up while the engine worked', async () => {
    const [team, key] = [await openTeam(), randomUUID()];
    // Until the server has noticed and said so to Redis, the call counts as one in progress.
    const inProgress = '409 conflict';
    for (let n = 0; n < 3; n++) {
      const hangUp = async () => {
        const controller = new AbortController();
        deepl.misbehave = (request) => {
          if (request.method !== 'POST') return undefined;
          controller.abort();
          return 'handled';
        };
        return team.send(key, text, { signal: controller.signal }).then(
          (answer) => endings([answer])[0],
          () => 'hung up',
        );
      };
      let ending = await hangUp();
      while (ending === inProgress) ending = await hangUp();
      expect(ending).toBe('hung up');
    }
    deepl.misbehave = undefined;
    let answer = await team.send(key, text);
    while (endings([answer])[0] === inProgress) answer = await team.send(key, text);
    expect(endings([answer])).toEqual(['200']);
  });
});

test('a repeat whose engine failed may ask again', async () => {
  const [team, key] = [await openTeam(), randomUUID()];
  await team.send(key, text);
  deepl.misbehave = (request) => (request.method === 'POST' ? { status: 400, body: {} } : undefined);
  expect((await team.send(key, text)).status).toBe(503);
  deepl.misbehave = undefined;
  expect((await team.send(key, text)).status).toBe(200);
  expect(endings([await team.send(key, text)])).toEqual(['409 replay_unavailable']);
});

test('a repeat whose client hung up while the engine worked has used up the one more', async () => {
  const [team, key] = [await openTeam(), randomUUID()];
  await team.send(key, text);
  const hangUp = new AbortController();
  deepl.misbehave = (request) => {
    if (request.method !== 'POST') return undefined;
    hangUp.abort();
    return 'handled';
  };
  await expect(team.send(key, text, { signal: hangUp.signal })).rejects.toThrow();
  deepl.misbehave = undefined;
  // For as long as the server has not noticed, the repeat is under way.
  await expect.poll(async () => endings([await team.send(key, text)])).toEqual(['409 replay_unavailable']);
  expect(team.sent()).toBe(2 * text.length);
});
