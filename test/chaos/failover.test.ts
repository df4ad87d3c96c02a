/**
 * The leader of a Patroni cluster is killed or frozen, again and again, while teams translate, make keys and revoke them
 * through the files of deploy/high-availability. No acknowledged charge, key or revocation is lost. A cluster is too much
 * for the gate: there test/integration/deploy-high-availability.test.ts checks the same files.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { audit, readBooks } from '../support/books.ts';
import { readDeployFile } from '../support/deploy-files.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { isLong } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { KeyLives } from './support/key-lives.ts';
import { OpenLoopLoad } from './support/open-loop-load.ts';
import { createDirectWrites } from './support/patroni/direct-writes.ts';
import { etcdEnvironment, patroniEnvironment, patroniFile } from './support/patroni/example-files.ts';
import { endOfLongestSilence, type Failover, failOver, medianAndWorst } from './support/patroni/failover.ts';
import { PatroniCluster } from './support/patroni/patroni-cluster.ts';

test('the cluster runs the example as it stands, but for addresses, folders and what would reset this machine', () => {
  const place = { network: '127.64.0.', folder: '/elsewhere', password: 'secret' };
  const leaves = (text: string) => text.split('\n').filter((line) => !line.trim().startsWith('#'));
  const here = leaves(patroniFile(place, 'node2'));
  const changed = leaves(readDeployFile('high-availability/patroni.yml')).filter(
    (line, i) => line !== here[i],
  );
  const isPlace = /\/etc\/patroni\/tls\/|\/var\/(lib|run)\/postgresql|10\.0\.0\./;
  expect(changed.filter((line) => !isPlace.test(line))).toEqual(['  mode: automatic']);
  expect(here.join('\n')).not.toMatch(isPlace);
  expect(etcdEnvironment(place, 'node2')).toMatchObject({
    ETCD_NAME: 'node2',
    ETCD_LISTEN_PEER_URLS: 'https://127.64.0.22:2380',
    ETCD_INITIAL_CLUSTER: expect.stringContaining('node1=https://127.64.0.21:2380,node2='),
  });
  expect(patroniEnvironment(place, 'node3')).toMatchObject({
    PATRONI_NAME: 'node3',
    PATRONI_POSTGRESQL_LISTEN: '127.64.0.23:5432',
    PATRONI_SUPERUSER_PASSWORD: 'secret-1',
  });
});

if (isLong) {
  const failovers = Number(process.env.DRAGOMAN_FAILOVERS ?? 20);
  const frozenStandbys = 5;
  let cluster: PatroniCluster;
  let redis: OwnRedis;
  let db: Database;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    [cluster, redis] = await Promise.all([PatroniCluster.start(), OwnRedis.start()]);
    await migrate(cluster.databaseUrl);
    db = openTestPool(cluster.databaseUrl);
    await db.query(createDirectWrites);
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: cluster.databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      DRAGOMAN_STUB_ENGINE: 'latencyMs=5',
      DRAGOMAN_APERTIUM_MODES: '/nonexistent',
      DRAGOMAN_LOG_LEVEL: 'error',
      DRAGOMAN_CACHE_MB: '0',
    };
    servers.push(...(await Promise.all([startServer(env), startServer(env)])));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await db?.end();
    await redis?.kill();
    await cluster?.stop();
  });

  /** Runs `faults` under load, and proves that nothing of what was acknowledged is lost. */
  async function underLoad(name: string, faults: (load: OpenLoopLoad) => Promise<void>) {
    const random = seededRandom(name);
    const pickUrl = () => random.pick(servers).url;
    const [own, ...callers] = await seedTeams(db, 4);
    const scopes = ['translate', 'keys', 'usage'] as const;
    const minting = { teamId: own?.id ?? '', name: 'minting', mode: 'live', scopes } as const;
    const { plain = '' } = (await createKey(db, minting, testActor)) ?? {};
    const before = await readBooks(db);
    const keys = callers.map(({ key }) => key);
    const load = new OpenLoopLoad({ random, ratePerSecond: 20, keys, pickUrl, longestPauseMs: 2_000 });
    const lives = new KeyLives({ random, key: plain, pickUrl });
    await faults(load);
    await Promise.all([load.finish(), lives.finish()]);

    // No process ended, and nobody was told anything but "not now".
    for (const { pid } of servers) process.kill(pid, 0);
    expect([...load.endings.keys()].filter((ending) => !expectedEndings.includes(ending))).toEqual([]);
    expect([...lives.answers.keys()].filter((each) => !expectedAnswer.test(each))).toEqual([]);
    expect(lives.wrong).toEqual([]);
    const after = await readBooks(db);
    const characters = load.characters() + lives.characters;
    expect({
      calls: after.calls - before.calls,
      ledger: after.ledger - before.ledger,
      usage: after.usage - before.usage,
    }).toEqual({ calls: load.sent + lives.translated, ledger: characters, usage: characters });
    expect([await audit(db), await findDisagreements(db)]).toEqual([[], []]);
    expect(await lostKeys(lives)).toEqual([]);
    return {
      translated: load.sent + lives.translated,
      ...Object.fromEntries(load.endings),
      keysMade: lives.made.length,
      keysRevoked: lives.revoked.length,
      ...Object.fromEntries(lives.answers),
      lost: 0,
    };
  }

  const expectedEndings = ['ok', 'replayed', 'service_unavailable', 'rate_limited'];
  const expectedAnswer = / (200|201|204|429|503|key_revoked|service_unavailable|rate_limited)$/;

  /** Acknowledged, and not in the database as they should be. */
  async function lostKeys({ made, revoked }: KeyLives): Promise<unknown[]> {
    const { rows } = await db.query(
      `SELECT id FROM unnest($1::uuid[]) AS made (id) LEFT JOIN api_keys k USING (id) WHERE k.id IS NULL
       UNION ALL SELECT id FROM api_keys WHERE id = ANY($2::uuid[]) AND revoked_at IS NULL`,
      [made.map(({ id }) => id), revoked.map(({ id }) => id)],
    );
    return rows;
  }

  test('a leader that is killed or frozen costs no acknowledged charge, key or revocation', async () => {
    const random = seededRandom('pauses between failovers');
    const done: Failover[] = [];
    const figures = await underLoad('failover', async (load) => {
      while (done.length < failovers) {
        await delay(random.between(1_000, 5_000));
        const failover = await failOver(cluster, done.length % 2 === 0 ? 'kill' : 'freeze', load);
        report('failover', { ...failover });
        expect(failover.staleWritesAcknowledged).toBe(0);
        done.push(failover);
      }
    });
    const { rows } = await db.query("SELECT id FROM direct_writes WHERE writer = 'stale'");
    expect(rows).toEqual([]);
    const times = (how: Failover['how'], what: 'lockMs' | 'writableMs' | 'answeredMs' | 'settledMs') =>
      medianAndWorst(done.filter((each) => each.how === how).map((each) => each[what]));
    report('failovers', {
      ...figures,
      failovers: done.length,
      times: (['kill', 'freeze'] as const).map((how) => ({
        how,
        newLeader: times(how, 'lockMs'),
        writable: times(how, 'writableMs'),
        firstAnswer: times(how, 'answeredMs'),
        allThreeBack: times(how, 'settledMs'),
      })),
    });
  });

  test('a synchronous standby that is frozen is replaced, and calls go on', async () => {
    const answeredMs: number[] = [];
    const figures = await underLoad('frozen standby', async (load) => {
      while (answeredMs.length < frozenStandbys) {
        await cluster.untilSettled();
        const [leader, standby] = [await cluster.leader(), await cluster.synchronousStandby()];
        const faultMs = Date.now();
        standby.freeze();
        while ((await cluster.synchronousStandby().catch(() => standby)) === standby) await delay(200);
        const replacedMs = Date.now();
        while (load.lastDeliveryMs < replacedMs) await delay(20);
        answeredMs.push(endOfLongestSilence(load, faultMs) - faultMs);
        standby.thaw();
        expect(await cluster.leader()).toBe(leader);
      }
    });
    report('frozen standbys', {
      ...figures,
      frozen: frozenStandbys,
      firstAnswer: medianAndWorst(answeredMs),
    });
  });

  test('a leader without any standby acknowledges nothing, and goes on when they are back', async () => {
    let answeredMs = 0;
    const figures = await underLoad('no standby', async (load) => {
      await cluster.untilSettled();
      const leader = await cluster.leader();
      const standbys = cluster.nodes.filter((node) => node !== leader);
      await Promise.all(standbys.map((node) => node.kill()));
      // What was acknowledged a moment before may still be on its way to its client.
      await delay(2_000);
      const deliveredBefore = load.delivered.size;
      await delay(15_000);
      expect(load.delivered.size).toBe(deliveredBefore);
      const backMs = Date.now();
      for (const node of standbys) node.startPatroni();
      while (load.lastDeliveryMs < backMs) await delay(20);
      answeredMs = load.lastDeliveryMs - backMs;
      await cluster.untilSettled();
    });
    report('no standby', { ...figures, firstAnswerAfterTheirStartMs: answeredMs });
  });
}
