/** The thread on which one large dictionary is compiled: takes one job, hands the table over without a copy, ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileJob, compile } from './compile-jobs.ts';

const table = compile(workerData as CompileJob);
const buffers = [table.tsv, table.lineStarts, table.terms, table.firstTokens].map(
  ({ buffer }) => buffer as ArrayBuffer,
);
parentPort?.postMessage(table, buffers);
