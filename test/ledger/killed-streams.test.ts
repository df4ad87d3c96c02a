/**
 * A node that is killed while it streams a call, at each moment that matters: the ledger then has what was recorded as sent,
 * which is what the client got, or at most the part that was about to be sent.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStreamHousekeeping } from '../../src/metering/streamed-calls.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { type GatedEngine, gateEngine } from '../support/gated-engine.ts';
import { type HeldTable, holdTable } from '../support/hold-table.ts';
import { sample } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { charactersOf, numberedText, type OpenStream, openStream } from '../support/stream-client.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let env: Record<string, string>;
let db: Database;
/** One that was not killed serves the next test, too. */
let node: ServerProcess;
let isNodeAlive = false;
let engine: GatedEngine;
let caller: Caller;
let teams = 0;

/** Somebody of a team of their own. */
interface Caller {
  readonly team: string;
  readonly user: ConsoleUser;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-killed-streams-'));
  deepl = await startDeepl();
  const config = join(folder, 'dragoman.yaml');
  await writeFile(config, `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }\n`);
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    DRAGOMAN_CACHE_MB: '0',
  };
  db = openTestPool(database.url);
});
beforeEach(async () => {
  engine = gateEngine(deepl);
  if (!isNodeAlive) node = await startServer(env);
  isNodeAlive = true;
  caller = await newCaller();
});
afterAll(async () => {
  if (isNodeAlive) await node.stop();
  await db.end();
  await deepl[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const parts = 5;
const text = numberedText(parts);
const open = ({ team, user } = caller) =>
  openStream({ consoleUrl: node.consoleUrl, token: user.token, team, text: [text] });

async function newCaller(): Promise<Caller> {
  teams++;
  const team = await seedTeam(db, `Harbour ${teams}`);
  await seedUser(db, team, `owner${teams}@example.org`);
  return { team, user: await signIn(node.consoleUrl, `owner${teams}@example.org`) };
}

async function kill(): Promise<void> {
  process.kill(node.pid, 'SIGKILL');
  expect(await node.endedBy).toBe('SIGKILL');
  isNodeAlive = false;
}

async function state({ team } = caller) {
  const { rows } = await db.query(
    `SELECT held::int, (SELECT coalesce(sum(characters), 0)::int FROM calls WHERE team_id = $1) AS charged,
            (SELECT count(*)::int FROM streamed_calls WHERE team_id = $1) AS streams
       FROM team_balances WHERE team_id = $1`,
    [team],
  );
  return rows[0];
}

/** What the surviving nodes do every few seconds, when the time of the call is over. */
async function repair(): Promise<void> {
  const housekeeping = createStreamHousekeeping(db, { countCharge: () => undefined });
  await housekeeping.run(new AbortController().signal);
}

/** For each of the callers, what it is charged in the end. */
async function expectAfterRepair(expected: readonly (readonly [Caller, number])[]): Promise<void> {
  const states = () => Promise.all(expected.map(([each]) => state(each)));
  const before = await states();
  expect(await findDisagreements(db)).toEqual([]);
  // A stream whose time is not over is left alone: its node may only be slow.
  await repair();
  expect(await states()).toEqual(before);
  await db.query('UPDATE streamed_calls SET expires_at = clock_timestamp()');
  await Promise.all([repair(), repair()]);
  expect(await states()).toEqual(expected.map(([, charged]) => ({ held: 0, charged, streams: 0 })));
  expect(await findDisagreements(db)).toEqual([]);
}

async function readParts(stream: OpenStream, count: number): Promise<void> {
  for (let part = 0; part < count; part++) expect(await stream.next()).toMatchObject({ type: 'part' });
}

/** Lets `begin` reach the table, kills the node there, and lets the table go. */
async function killAtTable(table: string, begin: (held: HeldTable) => Promise<unknown>): Promise<void> {
  const held = await holdTable(database.url, table);
  try {
    const begun = begin(held);
    await held.waitingStatement();
    await kill();
    await begun;
  } finally {
    await held.release();
  }
  // Postgres completes the statement that waited, and only then notices that its client is dead.
  await expect.poll(statementsUnderWay).toBe(0);
}

async function statementsUnderWay(): Promise<number> {
  const { rows } = await db.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'dragoman' AND state <> 'idle' AND pid <> pg_backend_pid()`,
  );
  return rows[0].count;
}

test('a surviving node settles by itself, and a frozen node that wakes up sends nothing more', async () => {
  engine.openUpTo(2);
  const stream = await open();
  await readParts(stream, 2);
  process.kill(node.pid, 'SIGSTOP');
  const survivor = await openServer(env);
  await db.query('UPDATE streamed_calls SET expires_at = clock_timestamp()');
  await expect.poll(() => state()).toEqual({ held: 0, charged: charactersOf(2), streams: 0 });
  process.kill(node.pid, 'SIGCONT');
  engine.openUpTo(parts);
  expect(await stream.rest()).toMatchObject([{ type: 'error', characters: charactersOf(2) }]);
  expect(await state()).toEqual({ held: 0, charged: charactersOf(2), streams: 0 });
  expect(await findDisagreements(db)).toEqual([]);
  expect(await survivor.stop()).toBe(0);
});

test.each(sample([3, 1, parts - 1], 1))(
  'before the hold, before the first part, and after %i parts: exactly what was sent is charged',
  async (count) => {
    const [begun, early] = [await newCaller(), await newCaller()];
    engine.openUpTo(count);
    const stream = await open(begun);
    await readParts(stream, count);
    engine.openUpTo(0);
    const waiting = engine.waiting;
    const opening = open().catch(() => undefined);
    await expect.poll(() => engine.waiting).toBeGreaterThan(waiting);
    await killAtTable('holds', () => open(early).catch(() => undefined));
    await opening;
    await expect(stream.next()).rejects.toThrow();
    // Everything is held until the end of the call.
    expect(await state()).toEqual({ held: text.length, charged: 0, streams: 1 });
    expect(await state(begun)).toMatchObject({ streams: 1 });
    // Postgres may have completed the statement of the dead node; then housekeeping releases what it holds.
    await expectAfterRepair([
      [caller, 0],
      [begun, charactersOf(count)],
      [early, 0],
    ]);
  },
);

test('while a part is recorded: it was not sent, and is charged only if it was recorded', async () => {
  engine.openUpTo(2);
  const stream = await open();
  await readParts(stream, 2);
  await killAtTable('streamed_calls', async () => engine.openUpTo(3));
  await expect(stream.next()).rejects.toThrow();
  const { rows } = await db.query('SELECT line_characters FROM streamed_calls WHERE team_id = $1', [
    caller.team,
  ]);
  const recorded = Number(rows[0].line_characters[0]);
  expect([charactersOf(2), charactersOf(3)]).toContain(recorded);
  await expectAfterRepair([[caller, recorded]]);
});

test('before the settlement: the whole call was sent, and is charged once', async () => {
  let stream: OpenStream | undefined;
  await killAtTable('calls', async () => {
    engine.openUpTo(parts);
    stream = await open();
    await readParts(stream, parts);
  });
  await expect(stream?.next()).rejects.toThrow();
  await db.query('UPDATE streamed_calls SET expires_at = clock_timestamp()');
  await repair();
  expect(await state()).toEqual({ held: 0, charged: text.length, streams: 0 });
  expect(await findDisagreements(db)).toEqual([]);
});
