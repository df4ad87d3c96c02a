import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedRedis } from '../../test/support/scripted-redis.ts';
import { createLogger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { beat, removeNode } from '../store/postgres/nodes.ts';
import { openRedis } from '../store/redis/connection.ts';
import { openLimits } from './limits.ts';

vi.mock('../store/postgres/nodes.ts', () => ({ beat: vi.fn(), removeNode: vi.fn() }));
vi.mock(import('../store/redis/connection.ts'), async (importActual) => ({
  ...(await importActual()),
  openRedis: vi.fn<typeof openRedis>(),
  untilReady: async () => {},
}));

const team = { requestsPerSecond: 100, requestsBurst: 200, charactersPerMinute: 1_000_000, callsInFlight: 2 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(beat).mockReset().mockResolvedValue({ live: 1, othersAlone: 0 });
  vi.mocked(removeNode).mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const redis = new ScriptedRedis();
  vi.mocked(openRedis).mockReturnValue(redis.client);
  const reported: boolean[] = [];
  const metrics: Partial<Metrics> = { reportLimiterAlone: (isAlone) => reported.push(isAlone) };
  const limits = await openLimits(
    {} as Database,
    'node',
    'redis://of-the-test',
    metrics as Metrics,
    createLogger('silent'),
  );
  const told = () => vi.mocked(beat).mock.calls.map(([, nodeId, isAlone]) => [nodeId, isAlone]);
  return { redis, limits, reported, told };
}

test('calls are asked for on Redis, with all of the limits where every node reaches it', async () => {
  vi.mocked(beat).mockResolvedValue({ live: 3, othersAlone: 0 });
  const { redis, limits } = await open();
  expect((await limits.admit('a', team, 5)).ok).toBe(true);
  expect(redis.asked).toMatchObject([{ bucket: 'a', limits: [{ intervalUs: 10_000 }, {}] }]);
});

test('the share of nodes that do not reach Redis is left to them', async () => {
  vi.mocked(beat).mockResolvedValue({ live: 4, othersAlone: 1 });
  const { redis, limits } = await open();
  await limits.admit('a', team, 5);
  expect(redis.asked[0]?.limits[0].intervalUs).toBeCloseTo(10_000 / 0.75);
});

test('a lost connection makes this node count its share by itself, and tells the others and the metrics', async () => {
  vi.mocked(beat).mockResolvedValue({ live: 2, othersAlone: 0 });
  const { redis, limits, reported, told } = await open();
  redis.emit('close');
  await vi.advanceTimersByTimeAsync(0);
  expect([told(), reported]).toEqual([
    [
      ['node', false],
      ['node', true],
    ],
    [true],
  ]);
  const admission = await limits.admit('a', team, 5);
  // A tenth of the burst for two nodes, less this call.
  expect(admission).toMatchObject({ ok: true, rate: { requests: { left: 9 } } });
  expect(redis.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect([told().at(-1), reported]).toEqual([
    ['node', false],
    [true, false],
  ]);
});

test('it knows how long ago its last heartbeat was', async () => {
  const { limits } = await open();
  await vi.advanceTimersByTimeAsync(400);
  expect(limits.silentMs()).toBe(400);
});

test('closing signs the node off and leaves nothing running; its own connection is not lost by that', async () => {
  const { redis, limits, reported, told } = await open();
  await limits.close();
  expect(redis.isDisconnected).toBe(true);
  expect(vi.mocked(removeNode).mock.calls.map(([, nodeId]) => nodeId)).toEqual(['node']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([told().length, reported, vi.getTimerCount()]).toEqual([1, [], 0]);
});
