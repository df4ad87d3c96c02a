import { connect } from 'node:net';

/** Sends bytes as they are and returns everything that comes back until the server closes or a time-out. */
export function rawRequest(port: number, bytes: string | Buffer, timeoutMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
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
  // A reset shows in what was received.
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
