/**
 * Connections to Postgres that are ended, frozen or fall silent at random, while everything that a team does goes on. No
 * process ends, nobody is told of a fault of the program, and the books agree to the character.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { type Answer, bearer, call, post } from '../support/api-client.ts';
import { audit, readBooks } from '../support/books.ts';
import { runDragoman } from '../support/command-line.ts';
import { seedUser, trySignIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import type { TestTeam } from '../support/seed-teams.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { countOf } from './support/agreement.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { OpenLoopLoad } from './support/open-loop-load.ts';

const rig = useChaosRig({ nodes: 0, stub: 'latencyMs=5', env: documentsEnv().env });
let proxy: FaultProxy;

beforeAll(async () => {
  const url = new URL(rig.services.current.databaseUrl);
  proxy = await startFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  await Promise.all([0, 1].map(() => rig.start({ DATABASE_URL: url.href })));
});
afterAll(() => proxy?.stop());

/** The server's processes behind the nodes' connections. */
async function backends(): Promise<number[]> {
  const { rows } = await rig.db.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'dragoman' AND pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
}

const faults: Readonly<Record<string, (random: SeededRandom) => Promise<void>>> = {
  async terminate(random) {
    const pids = await backends();
    const some = pids.filter(() => random.chance(0.5));
    await rig.db.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [some]);
  },
  async freeze(random) {
    const frozen = (await backends()).filter(() => random.chance(0.3));
    for (const pid of frozen) signal(pid, 'SIGSTOP');
    await delay(random.between(500, 5_000));
    for (const pid of frozen) signal(pid, 'SIGCONT');
  },
  async silence() {
    proxy.silence();
  },
};

/** One that has ended meanwhile needs none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Worker {
  readonly team: TestTeam;
  readonly key: string;
  readonly email: string;
}

/** What a team does besides translating; each may be refused for the moment, and never fails otherwise. */
const actions: Readonly<Record<string, (node: ServerProcess, by: Worker, n: number) => Promise<Answer>>> = {
  async 'key made and revoked'({ url }, { key }, n) {
    const made = await post<{ id: string }>(`${url}/v1/keys`, bearer(key), JSON.stringify({ name: `k${n}` }));
    if (made.status !== 201) return made;
    return call(`${url}/v1/keys/${made.body.id}`, { method: 'DELETE', headers: bearer(key) });
  },
  async upload({ url }, { key }, n) {
    const file = { name: 'letter.txt', content: `The house number ${n} is big.` };
    return upload(`${url}/v1/documents`, key, file, { source_lang: 'EN', target_lang: 'EO' });
  },
  'sign-in': ({ consoleUrl }, { email }) => trySignIn(consoleUrl, email),
  usage: ({ url }, { key }) => call(`${url}/v1/usage?group_by=day,key`, { headers: bearer(key) }),
};

test('faults of connections under every kind of load lose and double nothing', async () => {
  const random = seededRandom('database faults');
  const teams = await Promise.all([1, 2, 3].map(() => rig.newTeam()));
  const worker = await newWorker();
  const before = await readBooks(rig.db);
  const nodes = [...rig.nodes];
  const load = new OpenLoopLoad({
    random,
    ratePerSecond: 40,
    keys: teams.map(({ key }) => key),
    pickUrl: () => random.pick(nodes).url,
  });
  let isOver = false;
  const statuses = new Map<string, number>();
  const unexpected: { name: string; status: number; requestId: string | null }[] = [];
  const acting = Object.entries(actions).map(async ([name, act]) => {
    for (let n = 0; !isOver; n++) {
      const { status, headers } = await act(random.pick(nodes), worker, n);
      if (!isExpected(status)) unexpected.push({ name, status, requestId: headers.get('x-request-id') });
      statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
      await delay(200);
    }
  });
  let credited = 0;
  const crediting = (async () => {
    for (; !isOver; await delay(1_500)) {
      const entry = ['--team', worker.team.id, '--characters', '10', '--reason', 'fault'];
      const { code } = await runDragoman(['credit', 'add', ...entry], {
        DATABASE_URL: rig.services.current.databaseUrl,
      });
      if (code === 0) credited += 10;
    }
  })();

  const counts: Record<string, number> = {};
  const back: number[] = [];
  for (let fault = 0; fault < scale(6, 200); fault++) {
    const [name = '', cause] = Object.entries(faults)[fault % 3] ?? [];
    await delay(random.between(300, 1_500));
    await cause?.(random);
    counts[name] = (counts[name] ?? 0) + 1;
    const causedAt = Date.now();
    while (load.lastDeliveryMs < causedAt) await delay(5);
    back.push(Date.now() - causedAt);
  }
  await load.finish();
  isOver = true;
  await Promise.all([...acting, crediting]);

  // No process ended: the same nodes are still running, and they stop as they should.
  expect(rig.nodes).toEqual(nodes);
  const others = [...load.endings].filter(([ending]) => !expectedEndings.includes(ending));
  expect(others, load.broken.join('\n')).toEqual([]);
  // What the nodes logged of these requests tells why.
  const lines = nodes.flatMap((node) => node.log().split('\n'));
  const isAbout = (line: string) => unexpected.some(({ requestId }) => requestId && line.includes(requestId));
  expect(unexpected, lines.filter(isAbout).join('\n')).toEqual([]);
  expect(credited).toBeGreaterThan(0);
  await expectDocumentsToEnd(worker);
  const after = await readBooks(rig.db);
  const { rows } = await rig.db.query<{ calls: string; characters: string }>(
    'SELECT count(*) AS calls, coalesce(sum(characters), 0) AS characters FROM calls WHERE team_id = $1',
    [worker.team.id],
  );
  const documents = { calls: Number(rows[0]?.calls), characters: Number(rows[0]?.characters) };
  expect({
    calls: after.calls - before.calls - documents.calls,
    ledger: after.ledger - before.ledger - documents.characters,
  }).toEqual({ calls: load.sent, ledger: load.characters() });
  expect([await audit(rig.db), await findDisagreements(rig.db)]).toEqual([[], []]);
  expectInTime('the first answer after a fault', Math.max(...back), 8_000);
  report('database faults', {
    faults: counts,
    translated: load.sent,
    unavailable: countOf(load, 'service_unavailable'),
    others: Object.fromEntries(statuses),
    credited,
    slowestBackMs: Math.max(...back),
    lostOrDoubled: 0,
  });
});

const isExpected = (status: number) => (status >= 200 && status <= 204) || status === 429 || status === 503;

const expectedEndings = ['ok', 'replayed', 'service_unavailable', 'rate_limited'];

async function newWorker(): Promise<Worker> {
  const team = await rig.newTeam();
  const email = 'owner@example.org';
  await seedUser(rig.db, team.id, email);
  const scopes = ['translate', 'keys', 'usage'] as const;
  const key = await createKey(rig.db, { teamId: team.id, name: 'all', mode: 'live', scopes }, testActor);
  return { team, email, key: key?.plain ?? '' };
}

/** Whatever was taken is translated in the end, or given back. */
async function expectDocumentsToEnd({ team }: Worker): Promise<void> {
  const open = async () => {
    const { rows } = await rig.db.query<{ count: string }>(
      "SELECT count(*) FROM documents WHERE team_id = $1 AND state IN ('queued', 'translating')",
      [team.id],
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(open, { timeout: 300_000, interval: 500 }).toBe(0);
}
