/**
 * Three database machines and the balancer in front of them, on addresses of the loopback interface, with the files of
 * deploy/high-availability. Everything is gone after `stop`.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Haproxy, startHaproxy } from '../../../support/haproxy.ts';
import {
  balancerAddress,
  certificatesOf,
  haproxyFile,
  makeCertificates,
  nodeNames,
  type Place,
  patroniFile,
} from './example-files.ts';
import { PatroniNode } from './patroni-node.ts';

/** What `GET /cluster` of Patroni says of one. */
interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
}

export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  readonly #place: Place;
  #balancer: Haproxy | undefined;

  private constructor(place: Place) {
    this.#place = place;
    this.nodes = nodeNames.map((name) => new PatroniNode(place, name));
  }

  /** Returns once a leader, a synchronous standby and another one are there. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-patroni-'));
    chmodSync(folder, 0o755);
    const cluster = new PatroniCluster({
      network: `127.${randomInt(64, 128)}.${randomInt(256)}.`,
      folder,
      password: randomBytes(12).toString('hex'),
    });
    try {
      makeCertificates(cluster.#place);
      for (const node of cluster.nodes) node.prepare();
      for (const node of cluster.nodes) node.startEtcd();
      for (const node of cluster.nodes) node.startPatroni();
      cluster.#balancer = await startHaproxy(haproxyFile(cluster.#place));
      await cluster.untilSettled(180_000);
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** As an operator writes it: through the balancer, which passes on the TLS of whichever Postgres leads. */
  get databaseUrl(): string {
    return this.#url(balancerAddress(this.#place), 'dragoman');
  }

  /** Past the balancer. */
  databaseUrlOf(node: PatroniNode): string {
    return this.#url(node.address, 'dragoman');
  }

  /** How long the leader's lock lasts. */
  get ttlMs(): number {
    return 1_000 * Number(/^ +ttl: (\d+)$/m.exec(patroniFile(this.#place, 'node1'))?.[1]);
  }

  get caFile(): string {
    return join(certificatesOf(this.#place), 'ca.crt');
  }

  async leader(): Promise<PatroniNode> {
    const found = await this.#nodeWithRole('leader');
    if (found === undefined) throw new Error('there is no leader');
    return found;
  }

  async synchronousStandby(): Promise<PatroniNode> {
    const found = await this.#nodeWithRole('sync_standby');
    if (found === undefined) throw new Error('there is no synchronous standby');
    return found;
  }

  /** Whether this node says that it holds the leader's lock: what the balancer asks. */
  async isPrimary(node: PatroniNode): Promise<boolean> {
    return (await this.#ask(node, '/primary').catch(() => undefined))?.status === 200;
  }

  /** All three are there again, on one timeline, and one of the standbys is the synchronous one. */
  async untilSettled(limitMs = 120_000): Promise<void> {
    const until = Date.now() + limitMs;
    while (!isSettled(await this.#members())) {
      if (Date.now() > until) {
        const logs = this.nodes.map((node) => `== ${node.name}\n${node.log()}`).join('\n');
        throw new Error(`the cluster does not settle: ${JSON.stringify(await this.#members())}\n${logs}`);
      }
      await delay(200);
    }
  }

  async stop(): Promise<void> {
    await this.#balancer?.stop();
    await Promise.all(this.nodes.map((node) => node.stop()));
    rmSync(this.#place.folder, { recursive: true, maxRetries: 20, retryDelay: 50 });
  }

  #url(address: string, user: 'dragoman' | 'postgres'): string {
    const password = user === 'postgres' ? `${this.#place.password}-1` : this.#place.password;
    const database = user === 'postgres' ? 'postgres' : 'dragoman';
    return `postgres://${user}:${password}@${address}:5432/${database}?sslmode=verify-full&sslrootcert=${this.caFile}`;
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url((await this.leader()).address, 'postgres') });
    await client.connect();
    await client.query(`CREATE ROLE dragoman LOGIN PASSWORD '${this.#place.password}'`);
    await client.query('CREATE DATABASE dragoman OWNER dragoman');
    await client.end();
  }

  async #nodeWithRole(role: Member['role']): Promise<PatroniNode | undefined> {
    const member = (await this.#members()).find((each) => each.role === role);
    return this.nodes.find(({ name }) => name === member?.name);
  }

  /** As the first node that answers sees it. */
  async #members(): Promise<readonly Member[]> {
    for (const node of this.nodes) {
      const answer = await this.#ask(node, '/cluster').catch(() => undefined);
      if (answer?.status === 200) return (answer.body as { members?: Member[] }).members ?? [];
    }
    return [];
  }

  #ask(node: PatroniNode, path: string): Promise<{ status: number | undefined; body: unknown }> {
    return new Promise((resolve, reject) => {
      request(
        { host: node.address, port: 8008, path, ca: readFileSync(this.caFile), agent: false, timeout: 2_000 },
        (answer) => {
          readJson(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
        },
      )
        .on('timeout', function (this: { destroy(error: Error): void }) {
          this.destroy(new Error('Patroni does not answer'));
        })
        .on('error', reject)
        .end();
    });
  }
}

function isSettled(members: readonly Member[]): boolean {
  return (
    members.length === nodeNames.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role))
  );
}
