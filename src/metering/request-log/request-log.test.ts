import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoggedCall } from '../../lib/logged-call.ts';
import type { RequestRow } from '../../store/postgres/request-log.ts';
import { maxBatchRows, maxWaitingRows, RequestLog } from './request-log.ts';

const call: LoggedCall = {
  teamId: 'team',
  keyId: 'key',
  mode: 'live',
  requestId: 'request',
  kind: 'translate',
  dialect: 'v1',
  sources: ['en'],
  target: 'es',
  engines: ['apertium'],
  status: 200,
  code: undefined,
  characters: 5,
  durationMs: 3,
};
const refused: LoggedCall = { ...call, status: 429, code: 'rate_limited', characters: 0 };
const temporary = new Error('unreachable');

function openLog(write: (rows: readonly RequestRow[]) => Promise<void>) {
  const written: RequestRow[][] = [];
  const lost: number[] = [];
  let waiting = () => 0;
  const clock = { ms: 0 };
  const log = new RequestLog({
    write: async (rows) => {
      await write(rows);
      written.push([...rows]);
    },
    isTemporary: (error) => error === temporary,
    metrics: {
      countLoggedRows: () => undefined,
      countUnloggedCalls: (calls) => lost.push(calls),
      watchRequestLog: (read) => {
        waiting = read;
      },
    },
    logger: { debug() {}, info() {}, warn() {}, error() {} } as never,
    now: () => clock.ms,
  });
  const rows = () => written.flat();
  return { log, written, rows, lost, clock, waiting: () => waiting() };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** Lets the interval fire, and its run end. */
async function flush(): Promise<void> {
  vi.advanceTimersByTime(500);
  for (let i = 0; i < 50; i++) await turn();
}

test('calls of an interval share a batch, each with an id of its own', async () => {
  const { log, written, rows } = openLog(async () => {});
  for (let i = 0; i < 3; i++) log.add(call);
  expect(written).toEqual([]);
  await flush();
  expect(written).toHaveLength(1);
  expect(new Set(rows().map(({ id }) => id)).size).toBe(3);
  expect(rows()[0]).toMatchObject({ ...call, calls: 1 });
});

test('a full batch does not wait for the interval, and no batch is larger', async () => {
  const { log, written } = openLog(async () => {});
  for (let i = 0; i < maxBatchRows * 2 + 1; i++) log.add(call);
  for (let i = 0; i < 50; i++) await turn();
  expect(written.map(({ length }) => length)).toEqual([maxBatchRows, maxBatchRows, 1]);
});

test('rows wait while the database is unreachable, and none is written twice', async () => {
  let isUp = false;
  const { log, rows, clock, lost } = openLog(async () => {
    if (!isUp) throw temporary;
  });
  log.add(call);
  await flush();
  log.add({ ...call, requestId: 'second' });
  isUp = true;
  await flush();
  expect(rows()).toEqual([]);
  clock.ms += 1_000;
  await flush();
  expect(rows().map(({ requestId }) => requestId)).toEqual(['request', 'second']);
  expect(lost).toEqual([]);
});

test('a full queue stays bounded; what it has no room for is counted, and a row of the team says so', async () => {
  let isUp = false;
  const { log, rows, clock, lost, waiting } = openLog(async () => {
    if (!isUp) throw temporary;
  });
  for (let i = 0; i < maxWaitingRows + 700; i++) log.add(call);
  log.add({ ...call, teamId: 'other' });
  await flush();
  expect(waiting()).toBe(maxWaitingRows);
  expect(sum(lost)).toBe(701);
  expect(log.describe()).toEqual({ waiting_rows: maxWaitingRows, lost_calls: 701 });
  isUp = true;
  clock.ms += 1_000;
  await flush();
  clock.ms += 1_000;
  await flush();
  const gaps = rows().filter(({ kind }) => kind === 'not_logged');
  expect(gaps.map(({ teamId, calls }) => [teamId, calls])).toEqual([
    ['team', 700],
    ['other', 1],
  ]);
  expect(sum(rows().map(({ calls }) => calls))).toBe(maxWaitingRows + 701);
});

test('a batch that the database rejects is given up and counted, and the next one is written', async () => {
  let rejects = true;
  const { log, rows, lost } = openLog(async () => {
    if (rejects) throw new Error('invalid');
  });
  for (let i = 0; i < 3; i++) log.add(call);
  await flush();
  rejects = false;
  log.add(call);
  await flush();
  expect(sum(lost)).toBe(3);
  expect(rows().map(({ kind, calls }) => [kind, calls])).toEqual([
    ['translate', 1],
    ['not_logged', 3],
  ]);
});

test('a database that rejects everything is asked once a second, and each call is counted once', async () => {
  let writes = 0;
  let rejects = true;
  const { log, rows, lost, clock } = openLog(async () => {
    writes++;
    if (rejects) throw new Error('invalid');
  });
  for (let i = 0; i < 3; i++) log.add(call);
  for (let i = 0; i < 20; i++) {
    await flush();
    clock.ms += 500;
  }
  expect(sum(lost)).toBe(3);
  expect(writes).toBeLessThan(15);
  rejects = false;
  clock.ms += 1_000;
  await flush();
  expect(rows().map(({ kind, calls }) => [kind, calls])).toEqual([['not_logged', 3]]);
});

test('a flood of refused calls becomes a few rows, which count all of them', async () => {
  const { log, rows, clock } = openLog(async () => {});
  for (let i = 0; i < 50_000; i++) log.add(refused);
  await flush();
  expect(rows()).toHaveLength(100);
  clock.ms += 5_000;
  await flush();
  expect(rows()).toHaveLength(101);
  expect(rows().at(-1)).toMatchObject({ code: 'rate_limited', status: 429, calls: 49_900, keyId: 'key' });
  expect(rows().at(-1)?.requestId).toBeUndefined();
  // Successful calls, and failed calls of other teams, keep their rows.
  log.add(call);
  log.add({ ...refused, teamId: 'other' });
  await flush();
  expect(rows()).toHaveLength(103);
});

test('refused calls of very many kinds stay bounded too', async () => {
  const { log, rows, lost } = openLog(async () => {});
  for (let i = 0; i < 5_000; i++) log.add({ ...refused, keyId: `key ${i}` });
  await log.close();
  expect(sum(lost)).toBe(5_000 - 100 - 2_000);
  expect(sum(rows().map(({ calls }) => calls))).toBe(5_000);
});

test('the end of the process writes what waits, also what is only counted yet', async () => {
  const { log, rows } = openLog(async () => {});
  for (let i = 0; i < 150; i++) log.add(refused);
  log.add(call);
  await log.close();
  expect(sum(rows().map(({ calls }) => calls))).toBe(151);
});

test('the end of the process counts no call a second time as lost', async () => {
  const now = vi.spyOn(performance, 'now');
  let ms = 0;
  now.mockImplementation(() => ms);
  let writes = 0;
  const { log, lost, clock } = openLog(async () => {
    ms += 2_000;
    throw writes++ === 0 ? new Error('invalid') : temporary;
  });
  for (let i = 0; i < 3; i++) log.add(call);
  await flush();
  clock.ms += 1_000;
  await flush();
  log.add(call);
  await log.close();
  now.mockRestore();
  expect(sum(lost)).toBe(4);
});

test('the end of the process does not wait for a database that stays away', async () => {
  const now = vi.spyOn(performance, 'now');
  let ms = 0;
  now.mockImplementation(() => ms);
  const { log, lost } = openLog(async () => {
    ms += 2_000;
    throw temporary;
  });
  log.add(call);
  await log.close();
  now.mockRestore();
  expect(lost).toEqual([1]);
});
