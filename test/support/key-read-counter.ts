/** Stands between a server and Postgres and counts the reads of keys that pass, exactly and at once. */
import { connect, createServer, type Socket } from 'node:net';

export interface KeyReadCounter {
  /** The same database, through here. */
  readonly url: string;
  readonly reads: number;
  /** The most that were under way at the same time since the last reset. */
  readonly mostAtOnce: number;
  reset(): void;
  stop(): Promise<void>;
}

/** A Bind message of the prepared statement: the empty name of its portal comes first, unlike where it is prepared. */
const bindOfKeyRead = Buffer.from('\0find-key-by-hash\0');
/** ReadyForQuery, outside of a transaction: all that was asked on the connection is answered. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export async function countKeyReads(databaseUrl: string): Promise<KeyReadCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const reading = new Set<Socket>();
  let [reads, mostAtOnce] = [0, 0];

  const server = createServer((client) => {
    const postgres = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, postgres]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    }
    client.on('data', (chunk) => {
      // Small messages, each written at once: none is split over two chunks.
      if (chunk.includes(bindOfKeyRead)) {
        reads++;
        reading.add(client);
        mostAtOnce = Math.max(mostAtOnce, reading.size);
      }
      postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      if (chunk.includes(ready)) reading.delete(client);
      client.write(chunk);
    });
    client.on('close', () => {
      reading.delete(client);
      postgres.destroy();
    });
    postgres.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

  return {
    url: url.href,
    get reads() {
      return reads;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    reset() {
      [reads, mostAtOnce] = [0, 0];
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
