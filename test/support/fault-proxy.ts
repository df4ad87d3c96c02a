/** A TCP proxy that delays what passes, closes or falls silent. It never drops bytes and goes on: no network does that. */
import { connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
  readonly port: number;
  /** Delays every byte in both directions from now on. */
  setDelay(ms: number): void;
  /** Cuts every connection, and new ones at once until it is opened again. */
  shut(): void;
  open(): void;
  /** Of the connections that are open now, nothing comes through any more, not even their end. New ones work. */
  silence(): void;
  /** The same, and new ones are taken and never answered until it is opened again. */
  blackHole(): void;
  /** Bytes that came from the target, to prove that calls pass here at all. */
  bytesFromTarget(): number;
  stop(): Promise<void>;
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let delayMs = 0;
  let isShut = false;
  let isBlackHole = false;
  let fromTarget = 0;

  const pass = (from: Socket, to: Socket) => {
    let lastAt = 0;
    from.on('data', (chunk) => {
      if (silent.has(from)) return;
      // Never before what came earlier, also when the delay was just taken away.
      lastAt = Math.max(lastAt, performance.now() + delayMs);
      const waitMs = lastAt - performance.now();
      if (waitMs <= 0.5) to.write(chunk);
      else setTimeout(() => to.writable && !silent.has(to) && to.write(chunk), waitMs);
    });
    const end = () => {
      if (!silent.has(from)) to.destroy();
    };
    from.on('close', end).on('error', end);
  };

  const server = createServer((client) => {
    if (isShut) return client.destroy();
    if (isBlackHole) {
      sockets.add(client.on('error', () => undefined));
      return client.on('close', () => sockets.delete(client)).resume();
    }
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('close', () => sockets.delete(socket));
    }
    target.on('data', (chunk) => {
      fromTarget += chunk.length;
    });
    pass(client, target);
    return pass(target, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    setDelay(ms) {
      delayMs = ms;
    },
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    blackHole() {
      isBlackHole = true;
      for (const socket of sockets) silent.add(socket);
    },
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
      isBlackHole = false;
    },
    bytesFromTarget: () => fromTarget,
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
