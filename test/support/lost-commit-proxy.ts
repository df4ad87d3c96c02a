/** A TCP proxy before Postgres that passes a COMMIT on and cuts the connection instead of passing its answer. */
import { connect, createServer, type Socket } from 'node:net';

export interface LostCommitProxy {
  readonly port: number;
  /** The next transaction that says `word` in one of its statements loses the answer to its COMMIT. */
  loseNext(word: string): void;
  lost(): number;
  stop(): Promise<void>;
}

export async function startLostCommitProxy(target: { host: string; port: number }): Promise<LostCommitProxy> {
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let lost = 0;
  const server = createServer((client) => {
    const postgres = connect(target.port, target.host);
    let isMeant = false;
    let isLost = false;
    const cut = () => {
      for (const socket of [client, postgres]) sockets.delete(socket.destroy());
    };
    for (const socket of [client, postgres])
      sockets.add(socket.setNoDelay(true).on('error', cut).on('close', cut));
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      isMeant ||= wanted !== undefined && text.includes(wanted);
      if (isMeant && text.includes('COMMIT')) {
        wanted = undefined;
        isMeant = false;
        isLost = true;
        lost++;
      }
      postgres.write(chunk);
    });
    // Postgres has answered: what it was asked for is done.
    postgres.on('data', (chunk) => (isLost ? cut() : client.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    loseNext(word) {
      wanted = word;
    },
    lost: () => lost,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
