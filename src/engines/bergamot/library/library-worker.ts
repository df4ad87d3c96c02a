/** Runs one job in a thread of its own. The thread may be ended at any time: no file is put in place unverified. */
import { parentPort, workerData } from 'node:worker_threads';
import { ModelError } from '../../../lib/model-failures.ts';
import { listAvailableModels } from './available-models.ts';
import { chooseModel, memoryOf } from './choose-model.ts';
import { explainFailure } from './download-failures.ts';
import type { JobProgress, LibraryJob, LibraryMessage, LibraryResult, PullJob } from './library-jobs.ts';
import { pullModel, removeModel } from './model-library.ts';
import { openModelRegistry } from './model-registry.ts';

/** A registry with more would make a page that nobody reads. */
const maxModels = 2_000;

const post = (message: LibraryMessage) => parentPort?.postMessage(message);

async function run(job: LibraryJob): Promise<LibraryResult> {
  if (job.kind === 'pull') return pull(job);
  if (job.kind === 'list') {
    const { maxMemoryBytes } = job;
    const registry = await openModelRegistry(job.registry);
    return { models: listAvailableModels(registry, { maxMemoryBytes }).slice(0, maxModels) };
  }
  try {
    await removeModel(job.folder, job.name);
  } catch (error) {
    // Another node with the same folder was faster.
    if (!(error instanceof ModelError) || error.reason !== 'not_installed') throw error;
  }
  return {};
}

async function pull({ registry: place, folder, name, ...choice }: PullJob): Promise<LibraryResult> {
  const registry = await openModelRegistry(place);
  const model = chooseModel(registry, name, choice);
  const need = memoryOf(model);
  if (choice.memoryLimitBytes !== undefined && need > choice.memoryLimitBytes) {
    const [needMb, hasMb] = [need, choice.memoryLimitBytes].map((bytes) => Math.round(bytes / 1_000_000));
    throw new ModelError(
      'memory',
      `${model.name} (${model.architecture}) needs ${needMb} MB; the engine has ${hasMb} MB for it.`,
      'Raise "memory_mb" in the configuration file, or choose a smaller model.',
    );
  }
  const { wasInstalled } = await pullModel(registry, folder, name, choice, reportProgress());
  return { wasInstalled };
}

const everyMs = 250;

function reportProgress() {
  let last: JobProgress | undefined;
  let reportedAt = 0;
  return (file: string, bytes: number, totalBytes: number | undefined) => {
    const now = performance.now();
    if (last?.file === file && bytes !== totalBytes && now - reportedAt < everyMs) return;
    reportedAt = now;
    last = { file, bytes, totalBytes };
    post({ type: 'progress', progress: last });
  };
}

const job = workerData as LibraryJob;
try {
  post({ type: 'done', result: await run(job) });
} catch (error) {
  const where = job.kind === 'list' ? job.registry : job.folder;
  const explained = explainFailure(error, job.kind === 'list' ? 'the list' : job.name, where);
  post({
    type: 'failed',
    reason: explained instanceof ModelError ? explained.reason : 'other',
    message: explained instanceof Error ? explained.message : 'unknown',
  });
}
