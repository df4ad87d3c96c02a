/** Fault 14 of docs/evidence/reliability.md: the limiter is cheap. */
import { expect, test } from 'vitest';
import { FailoverLimiter } from '../../src/limits/failover-limiter.ts';
import { ratesOf } from '../../src/limits/limiter.ts';
import { LocalLimiter } from '../../src/limits/local-limiter.ts';
import { RateMemory } from '../../src/limits/rate-memory.ts';
import { RedisLimiter } from '../../src/limits/redis-limiter.ts';
import { openRedis, untilReady } from '../../src/store/redis/connection.ts';
import { quantile, sendAtRate } from '../support/load.ts';
import { isLong } from '../support/long-form.ts';
import { quietLogger } from '../support/pool.ts';

test('14: the limiter adds little to a call at 2,000 calls a second', { timeout: 60_000 }, async () => {
  const redis = openRedis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', quietLogger);
  await untilReady(redis, 5_000);
  const memory = new RateMemory(() => Date.now() * 1_000);
  const local = new LocalLimiter(memory, () => 1);
  const limiter = new FailoverLimiter({
    redis: new RedisLimiter(redis, memory, () => 1),
    local,
    announce: () => {},
    logger: quietLogger,
  });
  const limits = { requestsPerSecond: 100, requestsBurst: 200, charactersPerMinute: 1e6, callsInFlight: 64 };
  const rates = ratesOf(limits);
  const signal = AbortSignal.timeout(isLong ? 30_000 : 5_000);
  const calls = await sendAtRate(2_000, signal, async (n) => {
    const startedAtMs = performance.now();
    const { allowed } = await limiter.take({ bucket: `row-14-${n % 50}`, rates, costs: [1, 100] });
    const ms = performance.now() - startedAtMs;
    return { status: allowed ? 200 : 429, retryAfter: undefined, startedAtMs, ms };
  });
  limiter.close();
  redis.disconnect();
  const times = calls.map((call) => call.ms);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  process.stdout.write(
    `row 14: ${calls.length} checks, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms\n`,
  );
  expect(calls.length).toBeGreaterThan(1_900 * (isLong ? 30 : 5));
  // Absolute times are for a quiet machine; this only notices when a check costs a time-out.
  expect(p50).toBeLessThan(40);
});
