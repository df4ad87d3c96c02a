import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { type Charge, openMetering } from './metering.ts';

// Fake timers do not cover this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

const localMs = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: localMs });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Query {
  readonly about: 'clock' | 'balance' | 'charge' | 'idempotency' | 'replays' | 'refusals';
  readonly values: readonly unknown[];
}

interface Answers {
  readonly available?: number;
  /** The ledger's verdict on a charge; an error is thrown. */
  readonly verdict?: string | Error;
  /** The body that the Idempotency-Key was charged with. */
  readonly charged?: 'same body' | 'another body';
  readonly replays?: number;
  readonly databaseAheadMs?: number;
}

/** More than the attempts in the longest outage of a test. */
const mostQueries = 1_000;

/** A database with canned answers that records its queries. */
function fakeDatabase(answers: Answers) {
  const { available = 0, verdict = 'charged', charged, replays = 0, databaseAheadMs = 0 } = answers;
  const asked: Query[] = [];
  const answer = (about: Query['about'], values: readonly unknown[]) => {
    asked.push({ about, values });
    if (asked.length > mostQueries) throw new Error('the database is asked without end');
    switch (about) {
      case 'clock':
        return { rows: [{ ms: `${Date.now() + databaseAheadMs}` }] };
      case 'balance':
        return { rows: [{ available: `${available}` }] };
      case 'charge':
        if (verdict instanceof Error) throw verdict;
        return { rows: [['call', verdict, 12, `${available}`]] };
      case 'idempotency':
        if (charged === undefined) return { rows: [] };
        return {
          rows: [
            {
              isSame: charged !== 'another body',
              callId: 'charged call',
              replays,
            },
          ],
        };
      case 'replays':
        return { rows: replays === 0 ? [{ replays: 1 }] : [] };
      case 'refusals':
        return { rows: [] };
    }
  };
  const query = async (config: string | { text: string; values: unknown[] }, values: unknown[] = []) =>
    typeof config === 'string'
      ? answer(subjectOf(config), values)
      : answer(subjectOf(config.text), config.values);
  return { asked, db: { query } as unknown as Database };
}

function subjectOf(sql: string): Query['about'] {
  if (sql.includes('clock_timestamp()')) return 'clock';
  if (sql.includes('FROM team_balances')) return 'balance';
  if (sql.includes('charge_calls')) return 'charge';
  if (sql.includes('UPDATE idempotency_keys')) return 'replays';
  if (sql.includes('FROM idempotency_keys')) return 'idempotency';
  if (sql.includes('refused_calls')) return 'refusals';
  throw new Error(`nobody expects this query: ${sql}`);
}

async function open(answers: Answers = {}) {
  const { asked, db } = fakeDatabase(answers);
  const verdicts: string[] = [];
  const metrics: Partial<Metrics> = {
    countChargeBatch: () => undefined,
    countCharge: (verdict) => verdicts.push(verdict),
    watchChargeQueue: () => undefined,
  };
  const metering = await openMetering({ calls: db, changes: db }, metrics as Metrics, createLogger('silent'));
  const askedAbout = (about: Query['about']) => asked.filter((query) => query.about === about);
  return { metering, verdicts, askedAbout };
}

const charge: Charge = {
  callId: 'call',
  teamId: 'team',
  keyId: 'key',
  mode: 'live',
  dialect: 'v1',
  target: 'eo',
  lines: [
    { source: 'en', engine: 'apertium', characters: 7, texts: 2 },
    { source: 'fr', engine: 'none', characters: 5, texts: 1 },
  ],
  deadlineMs: localMs + 30_000,
};
const idempotency = { key: 'aa', body: 'bb' };

function databaseError(code: string): Error {
  return Object.assign(new Error('of the database'), { code });
}

describe('the look', () => {
  test('lets a call pass that its balance covers, and no other', async () => {
    const { metering } = await open({ available: 10 });
    expect(await metering.look('team', 10, undefined)).toBe('covered');
    expect(await metering.look('team', 11, undefined)).toBe('quota_exceeded');
  });

  test('asks nobody about a call that costs nothing', async () => {
    const { metering, askedAbout } = await open({ available: 0 });
    expect(await metering.look('team', 0, undefined)).toBe('covered');
    expect(askedAbout('balance')).toEqual([]);
  });

  test('knows the repeat of a charged call, which needs no balance', async () => {
    const { metering, askedAbout } = await open({ charged: 'same body' });
    const replayOf = 'charged call';
    expect(await metering.look('team', 5, idempotency)).toEqual({ replayOf, isReplayed: false });
    expect(askedAbout('balance')).toEqual([]);
    const again = await open({ charged: 'same body', replays: 1 });
    expect(await again.metering.look('team', 5, idempotency)).toEqual({ replayOf, isReplayed: true });
    expect(askedAbout('idempotency')[0]?.values).toEqual(['team', 'aa', 'bb']);
  });

  test('refuses another body under a charged Idempotency-Key, whatever the balance', async () => {
    const { metering } = await open({ charged: 'another body', available: 1_000 });
    expect(await metering.look('team', 5, idempotency)).toBe('conflict');
  });

  test('refuses a first call with an Idempotency-Key that its balance does not cover', async () => {
    const { metering } = await open();
    expect(await metering.look('team', 5, idempotency)).toBe('quota_exceeded');
  });

  test('knows from a charge what is left', async () => {
    const { metering, askedAbout } = await open({ available: 3 });
    await metering.charge(charge, new AbortController().signal);
    expect(await metering.look('team', 3, undefined)).toBe('covered');
    expect(askedAbout('balance')).toEqual([]);
  });
});

test.each([
  [0, true],
  [1, false],
])('the replay of a key with %i of them is claimed: %s', async (replays, isClaimed) => {
  const { metering, askedAbout } = await open({ replays });
  expect(await metering.replays.claim('team', idempotency)).toBe(isClaimed);
  expect(askedAbout('replays').map(({ values }) => values)).toEqual([['team', 'aa']]);
});

test('replays are given back by the key, and counted by the key and the call', async () => {
  const { metering, askedAbout } = await open();
  await metering.replays.giveBack('team', idempotency);
  await metering.replays.count('team', idempotency, 'call');
  expect(askedAbout('replays').map(({ values }) => values)).toEqual([
    ['team', 'aa'],
    ['team', 'aa', 'call'],
  ]);
});

describe('a charge', () => {
  test('is the sum of its lines, with a deadline by the clock of the database', async () => {
    const { metering, askedAbout } = await open({ databaseAheadMs: 5_000 });
    await metering.charge({ ...charge, idempotency }, new AbortController().signal);
    const [id, team, key, mode, dialect, tag, characters, target, deadline, idem, body, ...lines] =
      askedAbout('charge')[0]?.values.map((value) => `${value}`.replaceAll(/[{}"\\]/g, '')) ?? [];
    expect([id, team, key, mode, dialect]).toEqual(['call', 'team', 'key', 'live', 'v1']);
    expect([tag, characters, target]).toEqual(['', '12', 'eo']);
    expect(deadline).toBe(new Date(localMs + 35_000).toISOString());
    expect([idem, body]).toEqual(['aa', 'bb']);
    expect(lines).toEqual(['en,fr', 'apertium,none', '7,5', '2,1']);
  });

  test.each([
    'charged',
    'replayed',
    'conflict',
    'key_revoked',
    'team_suspended',
    'too_late',
    'quota_exceeded',
  ])('is told as the ledger said it: %s', async (verdict) => {
    const { metering, verdicts } = await open({ verdict });
    const outcome = await metering.charge(charge, new AbortController().signal);
    expect(outcome).toEqual({ verdict, characters: 12 });
    expect(verdicts).toEqual([verdict]);
  });

  test.each([
    ['a verdict of a newer version', 'of_tomorrow'],
    ['a row that somebody else holds', databaseError('55P03')],
    ['a call that the database cannot take', databaseError('22P02')],
  ])('is unknown at once after %s', async (_, verdict) => {
    const { metering, verdicts, askedAbout } = await open({ verdict });
    const outcome = await metering.charge(charge, new AbortController().signal);
    expect(outcome).toEqual({ verdict: 'unknown' });
    expect(verdicts).toEqual(['unknown']);
    expect(askedAbout('charge')).toHaveLength(1);
  });

  test('is asked for again with those of its own team when a row of its batch is held', async () => {
    const { metering, askedAbout } = await open({ verdict: databaseError('55P03') });
    const { signal } = new AbortController();
    // Two flushes are in progress before the other calls share one.
    const calls = ['y0', 'z0', 'a1', 'b2', 'a3'].map((callId) =>
      metering.charge({ ...charge, callId, teamId: callId.charAt(0) }, signal),
    );
    await Promise.all(calls);
    const ids = askedAbout('charge').map(({ values }) => values[0]);
    expect(ids).toEqual(['{"y0"}', '{"z0"}', '{"a1","b2","a3"}', '{"a1","a3"}', '{"b2"}']);
  });

  test('is unknown after a second when the database does not write', async () => {
    const { metering } = await open({ verdict: databaseError('25006') });
    const ended = vi.fn();
    void metering.charge(charge, new AbortController().signal).then(ended);
    await vi.advanceTimersByTimeAsync(900);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(ended).toHaveBeenCalledWith({ verdict: 'unknown' });
  });

  test('is asked for until its deadline when the connection was lost, and unknown then', async () => {
    const { metering } = await open({ verdict: databaseError('ECONNRESET') });
    const [ended, lifetime] = [vi.fn(), new AbortController()];
    void metering.charge(charge, lifetime.signal).then(ended);
    await vi.advanceTimersByTimeAsync(29_700);
    expect(ended).not.toHaveBeenCalled();
    lifetime.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toHaveBeenCalledWith({ verdict: 'unknown' });
  });

  test('of a call that is over is not asked for', async () => {
    const { metering, verdicts, askedAbout } = await open();
    expect(await metering.charge(charge, AbortSignal.abort())).toEqual({ verdict: 'over' });
    expect([verdicts, askedAbout('charge')]).toEqual([['over'], []]);
  });
});

test('refusals are counted by the team, and those that are left are written when it closes', async () => {
  const { metering, askedAbout } = await open();
  metering.countRefusal('team', 'rate_limited');
  await metering.close();
  expect(JSON.parse(`${askedAbout('refusals')[0]?.values[0]}`)).toMatchObject([
    { team: 'team', code: 'rate_limited', calls: 1 },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
