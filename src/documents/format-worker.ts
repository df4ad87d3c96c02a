/** The thread that opens or assembles one file: it takes one job, posts the result and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FormatJob, runFormatJob } from './format-jobs.ts';

parentPort?.postMessage(runFormatJob(workerData as FormatJob));
