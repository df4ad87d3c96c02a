/**
 * Fault 21 of docs/evidence/reliability.md behind a real balancer: HAProxy with the example of deploy/, TLS included, in front of
 * two nodes that are restarted one after the other. Clients that know nothing of it call at a fixed rate.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../support/books.ts';
import { readDeployFile } from '../support/deploy-files.ts';
import { freePort } from '../support/free-port.ts';
import {
  adapt,
  adaptToThisMachine,
  type Haproxy,
  makeCertificate,
  startHaproxy,
} from '../support/haproxy.ts';
import { quantile } from '../support/load.ts';
import { expectInTime, isLong, scale } from '../support/long-form.ts';
import { isAlive, readProcess } from '../support/process-table.ts';
import { report } from '../support/report.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { type Answered, type Broken, send } from '../support/translate-client.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const restarts = scale(3, 50);
/** Few enough for a busy machine: what a node refuses because it can't do more is another test's subject. */
const callsPerSecond = 60;
/** A machine that can't do as many gets fewer, or it would serve those of a minute ago when a node has to stop. */
const mostUnderWay = 60;
/** The example's own grace time; the short form asks three times as often, so that it can wait half as long. */
const graceMs = scale(1_500, 3_000);
const rig = useChaosRig({
  nodes: 0,
  stub: 'latencyMs=300',
  env: { DRAGOMAN_DRAIN_GRACE_MS: String(graceMs), DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' },
});

interface Place {
  readonly name: 'node1' | 'node2';
  readonly publicPort: number;
  readonly opsPort: number;
  node: ServerProcess;
}

const scratch = mkdtempSync(join(tmpdir(), 'dragoman-balanced-'));
let places: Place[];
let balancer: Haproxy;
let url: string;

beforeAll(async () => {
  places = [await openPlace('node1'), await openPlace('node2')];
  const httpsPort = await freePort();
  url = `https://127.0.0.1:${httpsPort}`;
  balancer = await startHaproxy(await configure(httpsPort));
  await Promise.all(places.map((place) => until(place, 'UP')));
});

afterAll(async () => {
  await balancer?.stop();
  rmSync(scratch, { recursive: true });
});

async function openPlace(name: Place['name']): Promise<Place> {
  const ports = { publicPort: await freePort(), opsPort: await freePort() };
  return { name, ...ports, node: await startAt(ports) };
}

function startAt({ publicPort, opsPort }: Pick<Place, 'publicPort' | 'opsPort'>): Promise<ServerProcess> {
  return rig.start({ DRAGOMAN_PUBLIC_PORT: String(publicPort), DRAGOMAN_OPS_PORT: String(opsPort) });
}

async function configure(httpsPort: number): Promise<string> {
  const example = adapt(readDeployFile('proxies/haproxy.cfg'), {
    'bind :80\n': `bind 127.0.0.1:${await freePort()}\n`,
    'bind :443 ': `bind 127.0.0.1:${httpsPort} `,
    'bind 10.0.0.5:8443 ': `bind 127.0.0.1:${await freePort()} `,
    ' check port 9090 ': ' check ',
    ...(isLong ? {} : { 'inter 1s fastinter 500ms': 'inter 300ms fastinter 150ms' }),
    'server node1 10.0.0.11:8080': server(places[0]),
    'server node2 10.0.0.12:8080': server(places[1]),
  });
  return adaptToThisMachine(example, makeCertificate(scratch).both);
}

/** On one machine, nodes differ by their ports. */
function server(place: Place | undefined): string {
  if (place === undefined) throw new Error('there is no such place');
  return `server ${place.name} 127.0.0.1:${place.publicPort} port ${place.opsPort}`;
}

const states = () => Promise.all(places.map(({ name }) => balancer.state(name)));

async function until(place: Place, status: string): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while ((await balancer.state(place.name)).status !== status) {
    if (performance.now() > giveUpAt) throw new Error(`${place.name} did not become ${status}`);
    await delay(20);
  }
}

/** How the process names itself to the others; it is made at its start. */
async function bootIdOf({ pid }: ServerProcess): Promise<string> {
  const sql = 'SELECT node_id AS id FROM node_reports WHERE process_id = $1 ORDER BY started_at DESC LIMIT 1';
  const read = async () => (await rig.db.query<{ id: string }>(sql, [pid])).rows[0]?.id;
  await expect.poll(read, { timeout: 120_000 }).toBeDefined();
  return (await read()) ?? '';
}

class Clients {
  readonly outcomes: (Answered | Broken)[] = [];
  readonly times: number[] = [];
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #underWay = new Set<Promise<void>>();
  readonly #arrivals: Promise<void>;
  #isRunning = true;

  constructor(key: string) {
    this.#arrivals = this.#arrive(key);
  }

  /** Also when the test fails: nothing else would end the load. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.finish();
  }

  async finish(): Promise<void> {
    this.#isRunning = false;
    await this.#arrivals;
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  async #arrive(key: string): Promise<void> {
    const started = performance.now();
    for (let count = 0; this.#isRunning; await delay(5)) {
      const due = ((performance.now() - started) / 1_000) * callsPerSecond;
      for (; count < due && this.#underWay.size < mostUnderWay; count++) {
        const call = this.#call(key).finally(() => this.#underWay.delete(call));
        this.#underWay.add(call);
      }
    }
  }

  async #call(key: string): Promise<void> {
    const asked = performance.now();
    this.outcomes.push(await send(url, { key, text: 'a house', agent: this.#agent }));
    this.times.push(performance.now() - asked);
  }
}

test('nodes behind HAProxy are restarted one after the other, and no call fails', async () => {
  const team = await rig.newTeam();
  await using clients = new Clients(team.key);
  const [pids, boots] = [new Set<number>(), new Set<string>()];
  const exits: number[] = [];
  const underWay: number[] = [];
  for (let restart = 0; restart < restarts; restart++) {
    const place = places[restart % places.length];
    if (place === undefined) throw new Error('there is no node to restart');
    const old = place.node;
    pids.add(old.pid);
    boots.add(await bootIdOf(old));
    // As an operator's script does it: not before the balancer has the one before again.
    await Promise.all(places.map((each) => until(each, 'UP')));
    const underWayNow = async () => (await balancer.state(place.name)).underWay;
    await expect.poll(underWayNow, { timeout: 120_000 }).toBeGreaterThan(0);
    underWay.push(await underWayNow());
    const asked = performance.now();
    const exited = rig.stop(old);
    await until(place, 'DOWN');
    // Before the node stopped listening; a later one shows in the gate as well, in calls that fail.
    expectInTime('the balancer knows that a node stops', performance.now() - asked, graceMs);
    expect(await exited).toBe(0);
    exits.push(performance.now() - asked);
    expect(isAlive(readProcess(old.pid))).toBe(false);
    place.node = await startAt(place);
  }
  for (const { node } of places) boots.add(await bootIdOf(node));
  await Promise.all(places.map((each) => until(each, 'UP')));
  await clients.finish();

  const { outcomes, times } = clients;
  const endings = new Map<string, number>();
  for (const outcome of outcomes) {
    const ending =
      outcome.kind === 'broken' ? outcome.error : `${outcome.status} ${outcome.code ?? ''}`.trim();
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  report('row 21 rolling restart behind HAProxy', {
    restarts,
    calls: outcomes.length,
    underWayAtSigterm: underWay.reduce((sum, n) => sum + n, 0),
    endings: Object.fromEntries(endings),
    slowestExitMs: Math.round(Math.max(...exits)),
    p50Ms: Math.round(quantile(times, 0.5)),
    p99Ms: Math.round(quantile(times, 0.99)),
    connections: (await states()).map(({ connectionErrors, retries }) => ({ connectionErrors, retries })),
  });
  expect(pids.size).toBe(restarts);
  expect(boots.size).toBe(restarts + places.length);
  expect(Math.min(...underWay)).toBeGreaterThan(0);
  expect(outcomes.length).toBeGreaterThan(restarts * mostUnderWay);
  expect([...endings.keys()]).toEqual(['200']);
  expect(Math.max(...exits)).toBeLessThan(35_000);
  // Every answer has its row in the ledger, and there is no row that nobody was answered for.
  const { rows } = await rig.db.query<{ id: string }>('SELECT id FROM calls WHERE team_id = $1', [team.id]);
  const answered = outcomes.map((outcome) => (outcome.kind === 'answered' ? outcome.requestId : 'none'));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
  expect(await audit(rig.db)).toEqual([]);
});
