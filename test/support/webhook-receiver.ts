/** Receivers of webhooks that behave in many ways, and check every signature with the reference library. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly team: { readonly id: string; readonly name: string } | null;
  readonly data: Record<string, unknown>;
}

export type Behaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Counts from 1 for each event. */
  attempt: number,
) => void;

export interface Receiver {
  readonly url: string;
  /** In the order of arrival, with repeats: only those that were answered with success. */
  readonly accepted: ReceivedEvent[];
  /** Every request, by event. */
  readonly attempts: Map<string, number>;
  /** Requests whose signature the reference library refuses. */
  readonly unverified: string[];
  secret: string;
  close: () => Promise<void>;
}

export const acceptAll: Behaviour = (_request, response) => response.writeHead(204).end();

interface Place {
  readonly port: number;
  /** Receives for this one, which was closed. */
  readonly as: Receiver;
}

/** `behave` answers the request; what it answers with a 2xx counts as accepted. */
export async function startReceiver(
  behave: Behaviour = acceptAll,
  server = createServer(),
  place?: Place,
): Promise<Receiver> {
  const own = { url: '', accepted: [], attempts: new Map(), unverified: [], secret: '' };
  const receiver: Receiver = place?.as ?? { ...own, close: () => closeServer(server) };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers['webhook-id']);
      const attempt = (receiver.attempts.get(id) ?? 0) + 1;
      receiver.attempts.set(id, attempt);
      const event = verify(receiver, request, body);
      if (event === undefined) receiver.unverified.push(id);
      response.on('error', () => undefined);
      behave(request, response, attempt);
      const isAccepted = response.headersSent && response.statusCode < 300;
      if (event !== undefined && isAccepted) receiver.accepted.push(event);
    });
  });
  await new Promise<void>((resolve) => server.listen(place?.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isTls = 'setSecureContext' in server;
  const url = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}/hooks`;
  return Object.assign(receiver, { url, close: () => closeServer(server) });
}

function verify({ secret }: Receiver, { headers }: IncomingMessage, body: string): ReceivedEvent | undefined {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent;
  } catch {
    return undefined;
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
