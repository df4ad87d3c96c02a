/** A thread that translates: one job after the other, each answered. A fault ends it, for the WASM can't be trusted then. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Job, JobResult, WorkerStart } from './messages.ts';
import { WasmTranslator } from './wasm-translator.ts';

const translator = await WasmTranslator.start(workerData as WorkerStart);

parentPort?.on('message', (job: Job) => {
  const answers = translator.run(job);
  const result: JobResult = { id: job.id, answers, memoryBytes: translator.memoryBytes };
  parentPort?.postMessage(result);
});
