/**
 * The open connections of a process. When the network goes silent, or the server behind an address is replaced by another,
 * nothing says so: a connection looks well until somebody has waited for its answer in vain. What was open at that time is
 * as dead as that one, and whoever is given one of those next would wait as long.
 */
import type { Socket } from 'node:net';

/** Whether nothing at all came back. A server that is there gives up on a statement before this, and says so. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A connection of `pg`, as far as it is used here. */
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

  /** How many there were. A query that is under way on one of them fails at once. */
  dropOlderThan(ageMs: number): number {
    const latest = performance.now() - ageMs;
    const old = [...this.#openedAt].filter(([, openedAt]) => openedAt <= latest);
    for (const [connection] of old) {
      this.#openedAt.delete(connection);
      socketOf(connection).destroy();
    }
    return old.length;
  }

  /** Nobody waits for an answer from now on, on any connection. */
  giveUp(): number {
    this.#isGivenUp = true;
    return this.dropOlderThan(0);
  }
}

/** `end()` would say good-bye first, and wait for the answer. */
function socketOf(connection: Connection): Socket {
  return (connection as { connection: { stream: Socket } }).connection.stream;
}
