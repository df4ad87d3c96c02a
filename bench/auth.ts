/**
 * Does authentication stay as fast with a million keys as with a thousand? Two servers on two databases answer
 * by turns; every request brings a key drawn uniformly, and each is looked up in Postgres (there is no cache).
 * `OPTIONS /v1/translate` is authentication and nothing else.
 *
 *   npm run bench:auth
 */
import { createHash } from 'node:crypto';
import { migrate } from '../src/store/postgres/migrate.ts';
import { openTestPool } from '../test/support/pool.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../test/support/postgres.ts';
import { startServer } from '../test/support/server-process.ts';
import { printRatio, printTable } from './support/figures.ts';
import { percentile, TimedClient } from './support/latency.ts';

const isShort = process.env.DRAGOMAN_BENCH_SHORT === '1';
const manyKeys = isShort ? 200_000 : 1_000_000;
const rounds = 20;
const requestsPerRound = 1_000;
const connections = 4;

/** The plain key number n of a seeded database; the SQL below computes the same. */
function plainKey(n: number): string {
  const digest = createHash('md5').update(String(n)).digest('hex');
  return `svc_live_${digest}${digest.slice(0, 8)}`;
}

const seedKeys = `
  INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes)
  SELECT gen_random_uuid(), $1::uuid,
         sha256(('svc_live_' || md5(n::text) || left(md5(n::text), 8))::bytea), 'key ' || n, 'live', '{translate}'
    FROM generate_series(0, $2::int - 1) AS n`;

async function openSubject(keys: number) {
  const name = randomDatabaseName();
  await createDatabase(name);
  const url = databaseUrl(name);
  await migrate(url);
  const pool = openTestPool(url, 1);
  const team = '00000000-0000-7000-8000-000000000001';
  // The most that a team can be allowed: the bench is about keys, and one team has them all.
  await pool.query(
    `INSERT INTO teams (id, name, requests_per_second, requests_burst) VALUES ($1, 'bench', 100000, 100000)`,
    [team],
  );
  await pool.query('INSERT INTO team_balances (team_id, quota) VALUES ($1, 0)', [team]);
  // In steps, each well inside the statement time-out.
  const step = 100_000;
  for (let from = 0; from < keys; from += step) {
    const upTo = Math.min(keys, from + step);
    await pool.query(seedKeys.replace('generate_series(0,', `generate_series(${from},`), [team, upTo]);
  }
  await pool.query('ANALYZE api_keys');
  await pool.end();
  const server = await startServer({ DATABASE_URL: url, DRAGOMAN_LOG_LEVEL: 'warn' });
  const client = new TimedClient(server.url, connections);
  const times: number[] = [];
  return {
    keys,
    times,
    async round() {
      const next = () => ({
        method: 'OPTIONS',
        path: '/v1/translate',
        headers: { authorization: `Bearer ${plainKey(Math.floor(Math.random() * keys))}` },
      });
      return client.run(requestsPerRound, next, 204);
    },
    async close() {
      client.close();
      await server.stop();
      await dropDatabase(name);
    },
  };
}

const few = await openSubject(1_000);
const many = await openSubject(manyKeys);
try {
  // The first rounds warm up caches and compilers and are not counted.
  for (let round = -3; round < rounds; round++) {
    for (const subject of [few, many]) {
      const times = await subject.round();
      if (round >= 0) subject.times.push(...times);
    }
  }
  printTable(
    ['keys', 'requests', 'p50 ms', 'p99 ms'],
    [few, many].map(({ keys, times }) => [
      String(keys),
      String(times.length),
      percentile(times, 0.5).toFixed(3),
      percentile(times, 0.99).toFixed(3),
    ]),
  );
  printRatio('auth-million-keys', percentile(many.times, 0.99) / percentile(few.times, 0.99));
} finally {
  await many.close();
  await few.close();
}
