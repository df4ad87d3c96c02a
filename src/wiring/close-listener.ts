/**
 * How a listener stops: it accepts the connections that are waiting, stops listening, answers every request that has been
 * sent, and closes each connection once nothing more is expected on it.
 */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';

/**
 * Node waits for connections on which nothing was ever sent as if they had a request in progress. Clients open
 * some in advance, and after a call that they cancelled. A first request that is under way arrives within this time.
 */
const firstRequestMs = 1_000;

/**
 * A request that was sent on an idle connection before the stop arrives within this time. A longer one would delay every
 * stop; nothing closes the gap between a client that sends and a server that closes.
 */
const nextRequestMs = 100;

/** Returns what lets calls in progress finish, but not for longer than `patienceMs`, and closes the connections. */
export function prepareClosing(server: Server, logger: Logger, { isSecure = false } = {}) {
  let accepted = 0;
  // By the client's address and port, because Node does not say which connection a handshake belongs to.
  const connections = new Map<string, Socket>();
  const follow = (socket: Socket) => {
    const client = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(client, socket);
    socket.once('close', () => connections.get(client) === socket && connections.delete(client));
  };
  server.on('connection', (socket) => {
    accepted++;
    follow(socket);
  });
  if (isSecure) server.on('secureConnection', follow);
  // A connection whose handshake is not complete has sent bytes, but no request.
  const isSilent = (socket: Socket) => socket.bytesRead === 0 || (isSecure && !(socket instanceof TLSSocket));

  const answers = new Set<ServerResponse>();
  let closesIdle = false;
  // Node takes a connection for idle once its answer has ended, and would discard what the client has not received yet.
  const closeIdle = () => {
    if (closesIdle && ![...answers].some((answer) => answer.writableEnded)) server.closeIdleConnections();
  };
  server.on('request', (_request, answer) => {
    answers.add(answer);
    answer.once('close', () => {
      answers.delete(answer);
      closeIdle();
    });
  });

  /**
   * To the operating system they are connected, and their clients have sent requests; it would reset them. The libuv under
   * Node accepts one connection in a turn of the event loop. No more than the backlog were waiting when the stop began, and
   * the first come first: a count, because a time would be too short for a node that is busy.
   */
  const acceptWaiting = async (mayGoOn: () => boolean) => {
    const first = accepted;
    let before: number;
    do {
      before = accepted;
      // A turn may be under way that has looked for connections already.
      await nextTurn();
      await nextTurn();
    } while (accepted > before && accepted - first < requestLimits.connectionBacklog && mayGoOn());
  };

  return async (patienceMs: number): Promise<void> => {
    // In the turn after: a process that was held up first reads what has arrived meanwhile.
    const after = (ms: number, act: () => void) => setTimeout(() => setImmediate(act), ms);
    let isPatient = true;
    let isClosed = false;
    const timers = [
      after(patienceMs, () => {
        if (isClosed) return;
        isPatient = false;
        logger.warn('draining took too long: the connections are closed', { count: connections.size });
        server.closeAllConnections();
      }),
    ];
    if (server.listening) {
      await acceptWaiting(() => isPatient);
      timers.push(
        after(nextRequestMs, () => {
          closesIdle = true;
          closeIdle();
        }),
        after(firstRequestMs, () => {
          for (const socket of connections.values()) if (isSilent(socket)) socket.destroy();
        }),
      );
      // Not the method of HTTP servers, which closes idle connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    }
    isClosed = true;
    for (const timer of timers) clearTimeout(timer);
  };
}
