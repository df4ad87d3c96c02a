/**
 * A port that a server of a test's own may take, and that nothing else takes until then: systems choose ports for connections and
 * for listeners without a port from higher ones, usually from 32,768 on, scripts/dev-services from lower ones, and each worker of
 * vitest has its own, one after the other.
 */
import { createServer } from 'node:net';

const lowest = 18_000;
const perWorker = 3_000;
const workers = 4;

/** Kept across the files that a worker runs, each of which loads this module anew. */
const shared = globalThis as { dragomanLastPort?: number };

function nextPort(): number {
  const last = shared.dragomanLastPort ?? Math.floor(Math.random() * perWorker);
  shared.dragomanLastPort = (last + 1) % perWorker;
  return lowest + (Number(process.env.VITEST_POOL_ID ?? 1) % workers) * perWorker + shared.dragomanLastPort;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort();
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
