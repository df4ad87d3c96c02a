/**
 * The worker thread: runs one job at a time and answers each. An error ends the thread, because the state of
 * the WASM is undefined after it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../low-priority.ts';
import type { Job, JobResult, WorkerStart } from './messages.ts';
import { WasmTranslator } from './wasm-translator.ts';

lowerThreadPriority();
const translator = await WasmTranslator.start(workerData as WorkerStart);

parentPort?.on('message', (job: Job) => {
  const answers = translator.run(job);
  const result: JobResult = { id: job.id, answers, memoryBytes: translator.memoryBytes };
  parentPort?.postMessage(result);
});
