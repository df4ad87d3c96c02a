/** Worker thread that compiles one large dictionary, transfers the table without a copy and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileJob, compile } from './compile-jobs.ts';

const table = compile(workerData as CompileJob);
const buffers = [table.tsv, table.lineStarts, table.terms, table.firstTokens].map(
  ({ buffer }) => buffer as ArrayBuffer,
);
parentPort?.postMessage(table, buffers);
