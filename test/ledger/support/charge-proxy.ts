/** A TCP proxy before Postgres that stops a charge at a known place: before Postgres hears of it, or when it has answered. */
import { connect, createServer, type Socket } from 'node:net';

export interface ChargeProxy {
  readonly port: number;
  /** From now on no charge gets further than this. Resolves when one has come so far. */
  stopCharges(where: 'before Postgres' | 'after Postgres'): Promise<void>;
  stop(): Promise<void>;
}

export async function startChargeProxy(target: { host: string; port: number }): Promise<ChargeProxy> {
  const sockets = new Set<Socket>();
  let stopAt: 'before Postgres' | 'after Postgres' | undefined;
  let reached: () => void = () => undefined;
  const server = createServer((client) => {
    const postgres = connect(target.port, target.host);
    let isStopped = false;
    for (const socket of [client, postgres]) {
      const other = socket === client ? postgres : client;
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      // The name of the prepared statement.
      isStopped ||= stopAt !== undefined && chunk.includes('charge-calls');
      if (isStopped && stopAt === 'before Postgres') reached();
      else postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      if (isStopped) reached();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    stopCharges(where) {
      stopAt = where;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
