/** The thread on which one large dictionary is packed: takes one job, answers, ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PackJob, pack } from './pack-jobs.ts';

parentPort?.postMessage(pack(workerData as PackJob));
