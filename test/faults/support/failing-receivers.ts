/** Receivers of webhooks, each of which fails in its own way before it accepts an event. */
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { Certificates } from '../../support/tls-servers.ts';
import { type Behaviour, type Receiver, startReceiver } from '../../support/webhook-receiver.ts';

export interface FailingReceiver extends Receiver {
  readonly way: string;
  /** What failed is repaired: the process listens, the certificate is valid. */
  repair?(): Promise<void>;
}

/** Fails the first attempts of every nth event, counted as they arrive, and accepts all others. */
function failing(nth: number, attempts: number, fail: Behaviour): Behaviour {
  const arrived = new Map<unknown, number>();
  return (request, response, attempt) => {
    const id = request.headers['webhook-id'];
    const place = arrived.get(id) ?? arrived.size;
    arrived.set(id, place);
    if (place % nth === 0 && attempt <= attempts) fail(request, response, attempt);
    else response.writeHead(204).end();
  };
}

/** Time-outs take their time, so few events meet them; each wave has some. */
const few = 10;

export async function startFailingReceivers(
  canaryUrl: string,
  certificates: Certificates,
  wrongCertificates: Certificates,
): Promise<FailingReceiver[]> {
  const ways: readonly (readonly [string, Behaviour])[] = [
    ['500 twice', failing(1, 2, (_request, response) => response.writeHead(500).end('no'))],
    [
      '429 with Retry-After',
      failing(3, 1, (_request, response) => response.writeHead(429, { 'retry-after': '1' }).end()),
    ],
    [
      'redirect',
      failing(2, 1, (_request, response) => response.writeHead(307, { location: canaryUrl }).end()),
    ],
    ['no answer', failing(few, 1, () => undefined)],
    [
      'headers that never end',
      failing(few, 1, (_request, response) => drip(response.socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')),
    ],
    [
      'reset in the middle',
      failing(2, 1, ({ socket }) => socket.write('HTTP/1.1 20', () => socket.resetAndDestroy())),
    ],
    ['closed without an answer', failing(2, 1, ({ socket }) => socket.destroy())],
    ['no HTTP', failing(2, 1, ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))],
    // Accepted with its status: a body is not waited for.
    [
      'body that never ends',
      (_request, response) => {
        response.writeHead(200);
        drip(response, 'a', 'b');
      },
    ],
  ];
  const receivers = await Promise.all(
    ways.map(async ([way, behave]) => Object.assign(await startReceiver(behave), { way })),
  );
  return [...receivers, await startClosed(), await startUntrusted(certificates, wrongCertificates)];
}

interface Sink {
  write(text: string): unknown;
  readonly destroyed: boolean;
}

function drip(sink: Sink | null, first: string, next: string): void {
  if (sink === null) return;
  sink.write(first);
  const timer = setInterval(() => {
    if (sink.destroyed) clearInterval(timer);
    else sink.write(next);
  }, 50).unref();
}

/** Nothing listens until it is repaired. */
async function startClosed(): Promise<FailingReceiver> {
  const receiver = await startReceiver();
  const port = Number(new URL(receiver.url).port);
  await receiver.close();
  return Object.assign(receiver, {
    way: 'refused connection',
    async repair() {
      await startReceiver(undefined, undefined, { port, as: receiver });
    },
  });
}

/** Its certificate is of an authority that the servers do not know, until it is repaired. */
async function startUntrusted(right: Certificates, wrong: Certificates): Promise<FailingReceiver> {
  const of = ({ key, certificate }: Certificates) => ({
    key: readFileSync(key),
    cert: readFileSync(certificate),
  });
  const server = createTlsServer(of(wrong));
  const receiver = await startReceiver(undefined, server);
  return Object.assign(receiver, {
    way: 'certificate that nobody vouches for',
    repair: async () => server.setSecureContext(of(right)),
  });
}
