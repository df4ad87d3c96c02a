/** Streamed calls while clients hang up, engines fail and nodes are killed: what was sent is charged, to the character. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { seedUser, signIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { scale } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { report } from '../support/report.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { charactersOf, numberedText, openStream } from '../support/stream-client.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({
  nodes: 3,
  stub: 'latencyMs=40,errorRate=0.01',
  env: { DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' },
});
const starting = new Set<Promise<unknown>>();
afterAll(() => Promise.all(starting));

const mostParts = 10;
/** What the first parts of a text cost. */
const prefixes = Array.from({ length: mostParts + 1 }, (_, parts) => (parts === 0 ? 0 : charactersOf(parts)));

interface Ending {
  readonly kind: 'done' | 'error' | 'hung up' | 'broken' | 'refused';
  /** Unknown where the connection broke before the headers. */
  readonly id: string | null;
  /** Of the parts that arrived. */
  readonly received: number;
  /** What the last event said. */
  readonly said: number | undefined;
  readonly total: number;
  readonly firstMs: number | undefined;
  readonly wholeMs: number;
}

interface Reader {
  readonly consoleUrl: string;
  readonly token: string;
  readonly team: string;
  readonly parts: number;
  /** The number of parts after which the client hangs up. */
  readonly leavesAfter: number;
}

async function readOne({ parts, leavesAfter, ...asked }: Reader): Promise<Ending> {
  const started = performance.now();
  const total = charactersOf(parts);
  let id: string | null = null;
  let received = 0;
  let firstMs: number | undefined;
  const end = (kind: Ending['kind'], said?: number): Ending => {
    return { kind, id, received, said, total, firstMs, wholeMs: performance.now() - started };
  };
  try {
    const members = { source_lang: 'EN', target_lang: 'EO' };
    const stream = await openStream({ ...asked, text: [numberedText(parts)], members });
    id = stream.headers.get('x-request-id');
    if (stream.status !== 200) return end('refused');
    for (let count = 0; ; count++) {
      if (count === leavesAfter) {
        stream.hangUp();
        return end('hung up');
      }
      const event = await stream.next();
      if (event === undefined) return end('broken');
      if (event.type !== 'part') return end(event.type, event.characters);
      firstMs ??= performance.now() - started;
      received += event.characters;
    }
  } catch {
    return end('broken');
  }
}

async function killNodes(random: SeededRandom, kills: number): Promise<void> {
  for (let killed = 0; killed < kills; ) {
    await delay(random.between(500, 1_500));
    if (rig.nodes.length < 2) continue;
    rig.kill(random.pick(rig.nodes));
    killed++;
    const start = rig.start().finally(() => starting.delete(start));
    starting.add(start);
  }
  await Promise.all(starting);
}

test('what was sent is charged, and nothing else, when clients hang up and nodes are killed', async () => {
  const random = seededRandom('streamed calls');
  const { id: team } = await rig.newTeam();
  await seedUser(rig.db, team, 'streamer@example.org');
  const { token } = await signIn(rig.nodes[0]?.consoleUrl ?? '', 'streamer@example.org');
  const endings: Ending[] = [];
  const wanted = scale(80, 1_000);
  const kills = scale(3, 40);
  let killing = true;
  const client = async () => {
    while (endings.length < wanted || killing) {
      if (rig.nodes.length === 0) {
        await delay(20);
        continue;
      }
      const parts = random.integer(1, mostParts);
      const leavesAfter = random.chance(0.25) ? random.integer(1, parts) : Number.POSITIVE_INFINITY;
      const { consoleUrl } = random.pick(rig.nodes);
      endings.push(await readOne({ consoleUrl, token, team, parts, leavesAfter }));
    }
  };
  const clients = Array.from({ length: 6 }, client);
  await killNodes(random, kills);
  killing = false;
  await Promise.all(clients);

  // The nodes that are up settle what the dead ones left.
  await rig.db.query(
    `UPDATE streamed_calls SET expires_at = clock_timestamp() WHERE expires_at > clock_timestamp()`,
  );
  const left = async () => (await rig.db.query('SELECT id FROM streamed_calls')).rows.length;
  await expect.poll(left).toBe(0);

  const { rows } = await rig.db.query<{ id: string; characters: number }>(
    'SELECT id, characters FROM calls WHERE team_id = $1',
    [team],
  );
  const charged = new Map(rows.map(({ id, characters }) => [id, characters]));
  for (const { kind, id, received, said, total } of endings) {
    if (id === null) continue;
    const cost = charged.get(id) ?? 0;
    charged.delete(id);
    if (kind === 'done') expect([cost, received, said]).toEqual([total, total, total]);
    else if (kind === 'error') expect([cost, received]).toEqual([said, said]);
    else if (kind === 'refused') expect(cost).toBe(0);
    else {
      // The client may not have read all that was sent, or the part that was just recorded.
      expect(cost).toBeGreaterThanOrEqual(received);
      expect(cost).toBeLessThanOrEqual(total);
      expect([...prefixes, total]).toContain(cost);
    }
  }
  // The rest are calls whose connection broke before the headers arrived.
  const unknown = endings.filter(({ id }) => id === null).length;
  expect(charged.size).toBeLessThanOrEqual(unknown);
  const { rows: balances } = await rig.db.query('SELECT held::int FROM team_balances WHERE team_id = $1', [
    team,
  ]);
  expect(balances).toEqual([{ held: 0 }]);
  expect(await findDisagreements(rig.db)).toEqual([]);

  const count = (kind: Ending['kind']) => endings.filter((ending) => ending.kind === kind).length;
  // Each fault took effect.
  for (const kind of ['done', 'hung up', 'error', 'broken'] as const) expect(count(kind)).toBeGreaterThan(0);
  const long = endings.filter(({ kind, total }) => kind === 'done' && total === charactersOf(mostParts));
  report('streamed calls', {
    calls: endings.length,
    kills,
    ...Object.fromEntries(
      (['done', 'hung up', 'error', 'broken', 'refused'] as const).map((kind) => [kind, count(kind)]),
    ),
    firstTextMs: Math.round(median(long.map(({ firstMs = 0 }) => firstMs))),
    wholeCallMs: Math.round(median(long.map(({ wholeMs }) => wholeMs))),
  });
});
