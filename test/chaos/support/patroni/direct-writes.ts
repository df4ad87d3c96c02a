/** Writes past the balancer: what Postgres itself acknowledges, whatever HAProxy and Dragoman make of it. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export const createDirectWrites =
  'CREATE TABLE direct_writes (id bigserial PRIMARY KEY, writer text NOT NULL)';

type Writer = 'stale' | 'current';
const insert = (client: pg.Client, writer: Writer) =>
  client.query('INSERT INTO direct_writes (writer) VALUES ($1)', [writer]);

/** Returns once the server has acknowledged a write, which it does when a synchronous standby has it too. */
export async function untilWritable(url: string): Promise<void> {
  for (;;) {
    const client = newClient(url);
    try {
      await client.connect();
      await insert(client, 'current');
      return;
    } catch {
      await delay(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/**
 * A client that goes on writing to a leader as one would that never heard of the failover. What it writes after a new
 * leader took over must not be acknowledged: it would be lost.
 */
export class StaleWriter {
  acknowledged = 0;
  /** How the others ended, by SQLSTATE or message. */
  readonly refusals = new Map<string, number>();
  readonly #url: string;
  readonly #open: readonly pg.Client[];
  readonly #underWay: Promise<void>[] = [];
  #isRunning = true;

  private constructor(url: string, open: readonly pg.Client[]) {
    this.#url = url;
    this.#open = open;
  }

  /** Connects while the leader is well. */
  static async open(url: string, connections = 5): Promise<StaleWriter> {
    const clients = Array.from({ length: connections }, () => newClient(url));
    await Promise.all(clients.map((client) => client.connect()));
    return new StaleWriter(url, clients);
  }

  /** Sends a write on every connection: a frozen server finds them when it wakes up. */
  send(): void {
    this.#underWay.push(...this.#open.map((client) => this.#note(insert(client, 'stale'))));
  }

  /** New connections, again and again. */
  keepConnecting(): void {
    this.#underWay.push(this.#connectOverAndOver());
  }

  async finish(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#underWay);
    await Promise.all(this.#open.map((client) => client.end().catch(() => undefined)));
  }

  async #connectOverAndOver(): Promise<void> {
    while (this.#isRunning) {
      const client = newClient(this.#url);
      await this.#note(client.connect().then(() => insert(client, 'stale')));
      await client.end().catch(() => undefined);
      await delay(50);
    }
  }

  async #note(write: Promise<unknown>): Promise<void> {
    try {
      await write;
      this.acknowledged++;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      const reason = code ?? message;
      this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
    }
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    // Longer than a former leader needs to step back: what ends a write is the server, not impatience.
    query_timeout: 60_000,
    application_name: 'direct writer',
  });
  client.on('error', () => undefined);
  return client;
}
