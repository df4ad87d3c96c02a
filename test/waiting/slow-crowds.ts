/** Crowds of clients that are slower than anybody has to be. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface SlowClient {
  /** From the connection to its end. */
  readonly lastedMs: number;
  readonly heard: Buffer;
}

export interface Crowd {
  /** Everybody's story, once everybody was sent away. */
  readonly ended: Promise<SlowClient[]>;
}

const dribbleEveryMs = 1_000;
const joinAtOnce = 50;

/** Each client says `opening`, then `more` every second, for as long as it is let. */
export async function joinSlowTalkers(
  port: number,
  size: number,
  opening: string,
  more = 'x',
): Promise<Crowd> {
  const sockets: Socket[] = [];
  const stories: Promise<SlowClient>[] = [];
  for (let i = 0; i < size; i++) {
    // The server's time begins when it accepts, which on a busy machine is long before the client hears of it.
    const startedAt = performance.now();
    const socket = await open(port);
    socket.write(opening);
    sockets.push(socket);
    stories.push(listenToTheEnd(socket, startedAt));
    // Not all in one tick: the queue of new connections is limited, and this is no test of that.
    if (i % joinAtOnce === joinAtOnce - 1) await delay(5);
  }
  const dribble = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(more);
  }, dribbleEveryMs);
  const ended = Promise.all(stories).finally(() => clearInterval(dribble));
  return { ended };
}

/** Each client asks and doesn't listen. `listen` hears what has been kept for it since. */
export async function joinDeafClients(port: number, size: number, question: Buffer): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < size; i++) {
    const socket = await open(port);
    socket.pause();
    socket.write(question);
    sockets.push(socket);
    // At a pace that leaves the server time for others.
    await delay(5);
  }
  return sockets;
}

/** Everything that a client gets to hear, until the server closes or has said `enough` bytes. */
export async function listen(socket: Socket, enough: number): Promise<{ bytes: number; isClosed: boolean }> {
  let bytes = 0;
  const isClosed = await new Promise<boolean>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= enough) resolve(false);
    });
    socket.on('close', () => resolve(true));
    if (socket.destroyed) resolve(true);
    socket.resume();
  });
  socket.destroy();
  return { bytes, isClosed };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.on('error', (error) => {
      reject(error);
      socket.destroy();
    });
  });
}

function listenToTheEnd(socket: Socket, startedAt: number): Promise<SlowClient> {
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  return new Promise((resolve) => {
    socket.on('close', () =>
      resolve({ lastedMs: performance.now() - startedAt, heard: Buffer.concat(heard) }),
    );
  });
}
