/** The thread on which one file is taken apart or put together: takes one job, answers, ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FormatJob, runFormatJob } from './format-jobs.ts';

parentPort?.postMessage(runFormatJob(workerData as FormatJob));
