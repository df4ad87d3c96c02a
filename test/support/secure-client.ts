/** Clients of a listener that speaks HTTPS with a certificate of make-certificates. Each call has a connection of its own. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect as connectPlainly, createServer, type Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { bearer } from './api-client.ts';
import type { Certificates } from './tls-servers.ts';

const host = 'localhost';

export interface SecureAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HangingHandshake {
  readonly connected: Promise<void>;
  /** However the connection ends. */
  readonly closed: Promise<void>;
  send(bytes: Buffer): void;
}

export function createSecureClient(port: number, { authority }: Certificates) {
  const ca = readFileSync(authority);
  const opened = { host, port, ca, servername: host };
  const openRequest = (path: string, key: string, options: RequestOptions = {}) => {
    const { headers = {}, ...rest } = options;
    const sent = { 'content-type': 'application/json', ...bearer(key), ...headers };
    return request({ ...opened, path, method: 'POST', agent: false, headers: sent, ...rest });
  };
  return {
    openRequest,
    async call(path: string, key: string, body: unknown, options?: RequestOptions): Promise<SecureAnswer> {
      const sent = openRequest(path, key, options);
      const answer = answerOf(sent);
      sent.end(typeof body === 'string' ? body : JSON.stringify(body));
      return answer;
    },
    /** One connection for all of its calls. */
    keepAlive: () => new Agent({ keepAlive: true, maxSockets: 1 }),
    async connect(options: ConnectionOptions = {}): Promise<TLSSocket> {
      const socket = connect({ ...opened, ...options });
      await once(socket, 'secureConnect');
      return socket;
    },
    /** The serial number of the certificate that a new connection gets. */
    async serialNumber(): Promise<string> {
      const socket = await this.connect();
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    },
    /** A connection on which TLS never completes: nothing, or the first of these bytes, are sent. */
    hang(bytes: Buffer = Buffer.alloc(0)): HangingHandshake {
      const socket = connectPlainly(port, '127.0.0.1');
      // A server that closes while bytes are on their way resets the connection: that is an end as well.
      socket.on('error', () => undefined).resume();
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const connected = once(socket, 'connect').then(() => undefined);
      if (bytes.length > 0) socket.write(bytes);
      return { connected, closed, send: (more) => void socket.write(more) };
    },
  };
}

export async function answerOf(sent: ReturnType<typeof request>): Promise<SecureAnswer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await readAll(answer) };
}

/** The first message of a client: with it alone, a server waits for the next one. */
export async function clientHello(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [hello] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  socket.destroy();
  server.close();
  return hello;
}
