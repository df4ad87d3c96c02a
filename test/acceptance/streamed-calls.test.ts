/**
 * Streamed calls of the playground: held as a whole before the first text, recorded part by part, charged for what was sent,
 * however they end.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveCredit } from '../../src/accounts/credit.ts';
import { revokeKey } from '../../src/accounts/keys.ts';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { setQuota } from '../../src/store/postgres/ledger.ts';
import {
  type ConsoleUser,
  renew,
  seedTeam,
  seedUser,
  signIn,
  signInRenewable,
} from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { type GatedEngine, gateEngine } from '../support/gated-engine.ts';
import { openTestPool } from '../support/pool.ts';
import { openConnection } from '../support/raw-socket.ts';
import { readMetric } from '../support/read-metric.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { charactersOf, numberedText, openStream, type StreamEvent } from '../support/stream-client.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let env: Record<string, string>;
let server: RunningServer;
let db: Database;
let engine: GatedEngine;
let team: string;
let user: ConsoleUser;
let teams = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-streams-'));
  deepl = await startDeepl();
  const config = join(folder, 'dragoman.yaml');
  await writeFile(config, `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }\n`);
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
  };
  server = await openServer(env);
  db = openTestPool(database.url);
});
beforeEach(async () => {
  engine = gateEngine(deepl);
  teams++;
  team = await seedTeam(db, `Harbour ${teams}`, 100_000);
  await seedUser(db, team, `owner${teams}@example.org`);
  user = await signIn(server.consoleUrl, `owner${teams}@example.org`);
});
afterEach(async () => {
  engine.openUpTo(1_000);
  deepl.misbehave = undefined;
  await expect.poll(openStreams).toBe(0);
  expect(await findDisagreements(db)).toEqual([]);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await db.end();
  await deepl[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const parts = 6;
const text = numberedText(parts);
const open = (more: object = {}) =>
  openStream({ consoleUrl: server.consoleUrl, token: user.token, team, text: [text], ...more });

/** For an engine that fails: its circuit breaker would refuse the calls of the next tests. */
async function anotherServer() {
  const { consoleUrl, stop } = await openServer(env);
  return { consoleUrl, [Symbol.asyncDispose]: async () => expect(await stop()).toBe(0) };
}

async function openStreams(): Promise<number> {
  const { rows } = await db.query('SELECT count(*)::int AS count FROM streamed_calls');
  return rows[0].count;
}

async function held(): Promise<number> {
  const { rows } = await db.query('SELECT held FROM team_balances WHERE team_id = $1', [team]);
  return Number(rows[0].held);
}

async function charged(): Promise<number[]> {
  const { rows } = await db.query('SELECT characters FROM calls WHERE team_id = $1 ORDER BY id', [team]);
  return rows.map(({ characters }) => Number(characters));
}

/** Once no stream is open, what was charged and that nothing is held. */
async function expectSettled(expected: number[]): Promise<void> {
  await expect.poll(held).toBe(0);
  expect(await charged()).toEqual(expected);
}

/** A stream that has sent this many parts, and whose engine works on the next ones. */
async function streamAfter(count: number, more: object = {}) {
  engine.openUpTo(count);
  const stream = await open(more);
  const events: StreamEvent[] = [];
  while (events.length < count) events.push((await stream.next()) as StreamEvent);
  expect(events.map(({ type }) => type)).toEqual(events.map(() => 'part'));
  return stream;
}

test('parts come in order, continue each other, and are the translation and the cost of the plain call', async () => {
  engine.openUpTo(parts);
  const texts = [text, '', 'Number 1 is short.'];
  const stream = await open({ text: texts });
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  const events = await stream.rest();
  expect(events.map(({ type, index }) => [type, index])).toEqual([
    ...Array.from({ length: parts }, () => ['part', 0]),
    ['part', 1],
    ['part', 2],
    ['done', undefined],
  ]);
  const plain = await user.send<{ translations: { text: string }[]; characters: number }>(
    'POST',
    `/teams/${team}/translate`,
    { text: texts, source_lang: 'EN', target_lang: 'DE' },
  );
  const joined = texts.map((_, i) =>
    events
      .filter(({ type, index }) => type === 'part' && index === i)
      .map((event) => event.text)
      .join(''),
  );
  expect(joined).toEqual(plain.body.translations.map((translation) => translation.text));
  const cost = texts.join('').length;
  expect(events.at(-1)).toMatchObject({
    characters: cost,
    warnings: [],
    translations: texts.map((each) => ({
      engine: each === '' ? 'none' : 'deepl',
      detected_source_language: 'EN',
    })),
  });
  await expectSettled([cost, plain.body.characters]);
  const { rows } = await db.query(
    'SELECT sum(calls)::int AS calls, sum(texts)::int AS texts FROM usage_hourly WHERE team_id = $1',
    [team],
  );
  // Two calls of three texts each, however many parts they had.
  expect(rows).toEqual([{ calls: 2, texts: 6 }]);
});

test('the whole call is held before any text is sent, and its row in the ledger has the id of the request', async () => {
  const opening = open();
  await expect.poll(() => engine.waiting).toBeGreaterThan(0);
  expect(await held()).toBe(text.length);
  expect(await charged()).toEqual([]);
  // Only a few parts are translated ahead.
  expect(engine.asked().at(-1)).toBeLessThan(parts);
  engine.openUpTo(parts);
  const stream = await opening;
  await stream.rest();
  await expectSettled([text.length]);
  const { rows } = await db.query('SELECT id, dialect FROM calls WHERE team_id = $1', [team]);
  expect(rows).toEqual([{ id: stream.headers.get('x-request-id'), dialect: 'browser' }]);
});

describe('refused before any text', () => {
  afterEach(async () => {
    expect(await held()).toBe(0);
    expect(await charged()).toEqual([]);
  });

  test('456 when the balance does not cover the whole call', async () => {
    await setQuota(db, team, text.length - 1);
    const refused = await open();
    expect(refused.status).toBe(456);
    expect(await refused.next()).toMatchObject({ code: 'quota_exceeded' });
    expect(engine.asked()).toEqual([]);
  });

  test('456 when another streamed call holds what is left', async () => {
    await setQuota(db, team, text.length + 10);
    const first = open();
    await expect.poll(held).toBe(text.length);
    expect((await open({ text: ['Number 1 is long enough.'] })).status).toBe(456);
    await setQuota(db, team, 1);
    // The lower quota ended the first one, which had sent nothing.
    engine.openUpTo(parts);
    expect((await first).status).toBe(409);
  });

  test('401 when the session ended before the call, or while the first part was translated', async () => {
    const opening = open();
    await expect.poll(() => engine.waiting).toBeGreaterThan(0);
    await user.send('POST', '/sign-out');
    engine.openUpTo(parts);
    expect((await opening).status).toBe(401);
    expect((await open()).status).toBe(401);
    await expectSettled([]);
  });

  test('403 when the team was suspended while the first part was translated', async () => {
    const opening = open();
    await expect.poll(() => engine.waiting).toBeGreaterThan(0);
    await suspendTeam(db, team, 'Test', testActor);
    engine.openUpTo(parts);
    const refused = await opening;
    expect(refused.status).toBe(403);
    expect(await refused.next()).toMatchObject({ code: 'forbidden' });
    await resumeTeam(db, team, 'Test', testActor);
  });

  test('503 when the engine fails on the first part', async () => {
    await using another = await anotherServer();
    engine.failFrom(1);
    expect((await open({ consoleUrl: another.consoleUrl })).status).toBe(503);
    await expectSettled([]);
  });

  test('400 for an unknown language, 403 for a viewer, 404 for another team, 401 without a session', async () => {
    const elsewhere = await seedTeam(db, `Elsewhere ${teams}`);
    expect((await open({ team: elsewhere })).status).toBe(404);
    expect((await open({ token: 'x'.repeat(43) })).status).toBe(401);
    expect((await open({ members: { target_lang: 'XX' } })).status).toBe(400);
    await seedUser(db, team, `viewer${teams}@example.org`, 'viewer');
    const viewer = await signIn(server.consoleUrl, `viewer${teams}@example.org`);
    expect((await open({ token: viewer.token })).status).toBe(403);
    await expectSettled([]);
  });

  test('429 above the calls in flight: a stream counts until its end', async () => {
    await db.query('UPDATE teams SET calls_in_flight = 1 WHERE id = $1', [team]);
    const leaving = new AbortController();
    const first = open({ signal: leaving.signal });
    await expect.poll(() => engine.waiting).toBeGreaterThan(0);
    const refused = await open();
    expect(refused.status).toBe(429);
    leaving.abort();
    await expect(first).rejects.toThrow();
    await expectSettled([]);
  });
});

describe('ended in the middle: what was sent is charged, and the rest is not', () => {
  test('the engine fails', async () => {
    await using another = await anotherServer();
    const stream = await streamAfter(2, { consoleUrl: another.consoleUrl });
    engine.failFrom(3);
    expect(await stream.rest()).toEqual([
      {
        type: 'error',
        code: 'engine_unavailable',
        detail: expect.stringContaining('engine'),
        characters: charactersOf(2),
      },
    ]);
    await expectSettled([charactersOf(2)]);
  });

  test.each([1, 3])('the client hangs up after %i parts: the engines stop', async (count) => {
    const stream = await streamAfter(count);
    await expect.poll(() => engine.waiting).toBeGreaterThan(0);
    stream.hangUp();
    await expectSettled([charactersOf(count)]);
    await expect.poll(() => engine.waiting).toBe(0);
    expect(engine.asked()).not.toContain(parts + 1);
  });

  test('the client hangs up before the first part: nothing is charged', async () => {
    const leaving = new AbortController();
    const opening = open({ signal: leaving.signal });
    await expect.poll(() => engine.waiting).toBeGreaterThan(0);
    leaving.abort();
    await expect(opening).rejects.toThrow();
    await expectSettled([]);
    await expect.poll(() => engine.waiting).toBe(0);
  });

  test('the client hangs up after the last part, which the ledger does not notice', async () => {
    const stream = await streamAfter(parts);
    stream.hangUp();
    await expectSettled([text.length]);
  });

  test('the token is renewed, and the one that it was started with ends: the stream goes on', async () => {
    const tokens = await signInRenewable(server.consoleUrl, user.email);
    const stream = await streamAfter(2, { token: tokens.token });
    expect((await renew(server.consoleUrl, tokens)).status).toBe(200);
    await db.query('UPDATE sessions SET former_token_expires_at = now() WHERE former_token_hash IS NOT NULL');
    expect((await open({ token: tokens.token })).status).toBe(401);
    engine.openUpTo(parts);
    expect((await stream.rest()).at(-1)).toMatchObject({ type: 'done' });
    await expectSettled([text.length]);
  });

  test('the session ends', async () => {
    const stream = await streamAfter(2);
    await user.send('POST', '/sign-out');
    engine.openUpTo(parts);
    expect(await stream.rest()).toMatchObject([
      { type: 'error', code: 'unauthorized', characters: charactersOf(2) },
    ]);
    await expectSettled([charactersOf(2)]);
  });

  test('the key is revoked: charged before the revocation, and nothing is sent after it', async () => {
    const stream = await streamAfter(2);
    const { rows } = await db.query('SELECT key_id AS id FROM playground_keys WHERE team_id = $1', [team]);
    await revokeKey(db, rows[0].id, testActor);
    await expectSettled([charactersOf(2)]);
    engine.openUpTo(parts);
    expect(await stream.rest()).toMatchObject([
      { type: 'error', code: 'conflict', characters: charactersOf(2) },
    ]);
    await expectSettled([charactersOf(2)]);
  });

  test('the team is suspended', async () => {
    const stream = await streamAfter(2);
    await suspendTeam(db, team, 'Test', testActor);
    await expectSettled([charactersOf(2)]);
    engine.openUpTo(parts);
    expect(await stream.rest()).toMatchObject([
      { type: 'error', code: 'forbidden', characters: charactersOf(2) },
    ]);
    await expectSettled([charactersOf(2)]);
  });

  test('the quota is lowered below what was sent', async () => {
    const stream = await streamAfter(2);
    await setQuota(db, team, 1);
    await expectSettled([charactersOf(2)]);
    engine.openUpTo(parts);
    expect(await stream.rest()).toMatchObject([{ type: 'error', code: 'conflict' }]);
  });

  test('the credit that covers it is taken back', async () => {
    await setQuota(db, team, 0);
    const credit = (amount: number) => giveCredit(db, { teamId: team, amount, reason: 'Test' }, testActor);
    await credit(text.length);
    const stream = await streamAfter(2);
    await credit(-(text.length - charactersOf(2)));
    await expectSettled([charactersOf(2)]);
    engine.openUpTo(parts);
    expect(await stream.rest()).toMatchObject([{ type: 'error', code: 'conflict' }]);
  });
});

describe('several requests on one connection', () => {
  const connect = () => openConnection(Number(new URL(server.consoleUrl).port));
  /** The bytes of a call. Its text is a part that waits for this number. */
  function call(path: 'translate' | 'translate/stream', number: number, target_lang = 'DE'): string {
    const body = JSON.stringify({ text: [`Number ${number}.`], source_lang: 'EN', target_lang });
    return [
      `POST /api/teams/${team}/${path} HTTP/1.1`,
      'host: console',
      `authorization: Bearer ${user.token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  }
  const cost = (number: number) => `Number ${number}.`.length;
  /** As long as the calls that were sent before it could take. */
  const translateElsewhere = () =>
    user.send('POST', `/teams/${team}/translate`, {
      text: ['Number 3.'],
      source_lang: 'EN',
      target_lang: 'DE',
    });

  test('calls behind a streamed one, which closes the connection, are neither translated nor charged', async () => {
    await using connection = connect();
    engine.openUpTo(3);
    connection.send(call('translate/stream', 100) + call('translate', 1) + call('translate/stream', 2));
    await expect.poll(() => engine.asked()).toContain(100);
    await translateElsewhere();
    expect(await charged()).toEqual([cost(3)]);
    engine.openUpTo(100);
    await connection.closed;
    expect(connection.statuses()).toEqual([200]);
    expect(connection.received()).toContain('"type":"done"');
    expect(engine.asked()).toEqual([3, 100]);
    await expect.poll(held).toBe(0);
    expect((await charged()).toSorted((a, b) => a - b)).toEqual([cost(3), cost(100)]);
  });

  test('a streamed call behind an unanswered one is refused, and nothing of it is held', async () => {
    await using connection = connect();
    engine.openUpTo(3);
    connection.send(call('translate', 100) + call('translate/stream', 2) + call('translate', 1));
    await expect.poll(() => engine.asked()).toContain(100);
    await translateElsewhere();
    await expect.poll(() => engine.asked()).toEqual([1, 3, 100]);
    engine.openUpTo(100);
    await expect.poll(() => connection.statuses()).toEqual([200, 409, 200]);
    expect(connection.received()).toContain('Send this call on another connection.');
    await expect.poll(held).toBe(0);
    expect((await charged()).toSorted((a, b) => a - b)).toEqual([cost(1), cost(3), cost(100)]);
  });

  test('after a refused streamed call, the connection serves the next ones', async () => {
    await using connection = connect();
    engine.openUpTo(3);
    connection.send(call('translate/stream', 1, 'XX'));
    await expect.poll(() => connection.statuses()).toEqual([400]);
    connection.send(call('translate', 2));
    await expect.poll(() => connection.statuses()).toEqual([400, 200]);
    connection.send(call('translate/stream', 3));
    await connection.closed;
    expect(connection.statuses()).toEqual([400, 200, 200]);
    await expectSettled([cost(2), cost(3)]);
  });
});

test('metrics count a streamed call like any other, and its charge', async () => {
  const calls = () => readMetric(server.opsUrl, 'dragoman_calls_total');
  const charges = () => readMetric(server.opsUrl, 'dragoman_charges_total');
  const before = [await calls(), await charges()];
  engine.openUpTo(parts);
  await (await open()).rest();
  await expectSettled([text.length]);
  await expect.poll(async () => [await calls(), await charges()]).toEqual(before.map((count) => count + 1));
  await expect.poll(() => readMetric(server.opsUrl, 'dragoman_calls_under_way')).toBe(0);
});

test('a node that drains lets a streamed call finish', async () => {
  const leaving = await openServer(env);
  engine.openUpTo(2);
  const stream = await open({ consoleUrl: leaving.consoleUrl });
  expect([await stream.next(), await stream.next()]).toMatchObject([{ type: 'part' }, { type: 'part' }]);
  const stopped = leaving.stop();
  await expect.poll(async () => (await fetch(`${leaving.opsUrl}/ready`)).status).toBe(503);
  engine.openUpTo(parts);
  expect((await stream.rest()).at(-1)).toMatchObject({ type: 'done', characters: text.length });
  expect(await stopped).toBe(0);
  await expectSettled([text.length]);
});
