import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

interface Listener {
  readonly server: Server;
  close(): PromiseLike<unknown>;
}

/**
 * Node waits for connections on which nothing was ever sent as if they had a request in progress. Clients open
 * some in advance, and after a call that they cancelled. A first request that is under way arrives within this time.
 */
const firstRequestMs = 1_000;

/** Returns what lets calls in progress finish, but not for longer than `patienceMs`, and closes the listener. */
export function prepareClosing(listener: Listener, isSecure: boolean) {
  // By the client's address and port, because Node does not say which connection a handshake belongs to.
  const connections = new Map<string, Socket>();
  const follow = (socket: Socket) => {
    const client = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(client, socket);
    socket.once('close', () => connections.get(client) === socket && connections.delete(client));
  };
  listener.server.on('connection', follow);
  if (isSecure) listener.server.on('secureConnection', follow);
  // A connection whose handshake is not complete has sent bytes, but no request.
  const isSilent = (socket: Socket) => socket.bytesRead === 0 || (isSecure && !(socket instanceof TLSSocket));
  return async (patienceMs: number): Promise<void> => {
    const cut = setTimeout(() => listener.server.closeAllConnections(), patienceMs);
    const cutSilent = setTimeout(() => {
      for (const socket of connections.values()) if (isSilent(socket)) socket.destroy();
    }, firstRequestMs);
    await listener.close();
    clearTimeout(cut);
    clearTimeout(cutSilent);
  };
}
