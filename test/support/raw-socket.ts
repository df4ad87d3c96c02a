import { connect } from 'node:net';

/** A server that closes while bytes are still on their way resets the connection. */
const cutByServer = new Set(['ECONNRESET', 'EPIPE']);

/** Sends bytes as they are and returns everything that comes back until the server closes or says nothing for this time. */
export function rawRequest(port: number, bytes: string | Buffer, timeoutMs = 300_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!cutByServer.has(error.code ?? '')) reject(error);
    });
  });
}

/** A connection that sends bytes as they are, and stays open until the server or the test closes it. */
export function openConnection(port: number) {
  let received = '';
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  const connected = new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  // However the server ends the connection: what it sent before is what counts.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    connected,
    closed,
    send: (bytes: string) => void socket.write(bytes),
    received: () => received,
    /** Of the responses so far. */
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await closed;
    },
  };
}
