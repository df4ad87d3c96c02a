/**
 * The open connections of a process. When the network goes silent, or another server takes over an address,
 * there is no notification: a connection looks healthy until a query has waited in vain. All connections that
 * were open at that time are just as dead, and the next query on each would wait as long.
 */
import type { Socket } from 'node:net';

/** Whether there was no response. A reachable server cancels a statement before this, and says so. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A connection of `pg`, of which only the socket is used here. */
type Connection = object;

export class OpenConnections {
  readonly #openedAt = new Map<Connection, number>();

  #isGivenUp = false;

  add(connection: Connection): void {
    this.#openedAt.set(connection, performance.now());
    if (this.#isGivenUp) this.dropOlderThan(0);
  }

  delete(connection: Connection): void {
    this.#openedAt.delete(connection);
  }

  /** Returns the number of dropped connections. A query in progress on one of them fails at once. */
  dropOlderThan(ageMs: number): number {
    const latest = performance.now() - ageMs;
    const old = [...this.#openedAt].filter(([, openedAt]) => openedAt <= latest);
    for (const [connection] of old) {
      this.#openedAt.delete(connection);
      socketOf(connection).destroy();
    }
    return old.length;
  }

  /** From now on no query waits for a response, on any connection. */
  giveUp(): number {
    this.#isGivenUp = true;
    return this.dropOlderThan(0);
  }
}

/** The socket is destroyed because `end()` would send a message first and wait for the response. */
function socketOf(connection: Connection): Socket {
  return (connection as { connection: { stream: Socket } }).connection.stream;
}
