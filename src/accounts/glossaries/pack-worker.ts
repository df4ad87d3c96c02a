/** The thread that packs one large dictionary: it takes one job, posts the result and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PackJob, pack } from './pack-jobs.ts';

parentPort?.postMessage(pack(workerData as PackJob));
