/**
 * A port that a server of a test's own may take. It is free now, and stays so until the server has it: systems choose ports for
 * connections and for listeners without a port from higher ones, usually from 32,768 on.
 */
import { createServer } from 'node:net';

const lowest = 15_000;
const highest = 29_999;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
