/**
 * Loaded into a server with `NODE_OPTIONS=--import=…`: keeps its main thread busy for two seconds of CPU time before the
 * server starts, and a thread beside it for as long as the server runs. Nothing of the product knows about it.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const startMicroseconds = 2_000_000;

if (isMainThread) {
  while (process.threadCpuUsage().user < startMicroseconds);
  new Worker('for (;;);', { eval: true }).unref();
}
