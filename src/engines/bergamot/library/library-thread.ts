/**
 * Runs jobs of the library in threads, so that neither a long list nor the hash of a large file delays a call on the
 * main thread.
 */
import { Worker } from 'node:worker_threads';
import { ModelError } from '../../../lib/model-failures.ts';
import type { JobProgress, LibraryJob, LibraryMessage, LibraryResult } from './library-jobs.ts';

/** A list may have 100 MB, and takes several times as much memory while it is read. */
const maxHeapMb = 1_024;

// The same extension as this file, so that compiled code starts compiled code.
const workerFile = new URL(`./library-worker${import.meta.url.slice(-3)}`, import.meta.url);

/** Rejects with `ModelError`, or with the signal's reason once the thread has ended. */
export async function runLibraryJob(
  job: LibraryJob,
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void = () => undefined,
): Promise<LibraryResult> {
  signal.throwIfAborted();
  // The thread needs the environment for the proxies and certificates of Node, but not the server's settings.
  const worker = new Worker(workerFile, {
    workerData: job,
    env: networkEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let last: LibraryMessage | undefined;
  worker.on('message', (message: LibraryMessage) => {
    if (message.type === 'progress') onProgress(message.progress);
    else last = message;
  });
  let failure: Error | undefined;
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error('unknown');
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  await new Promise((resolve) => worker.once('exit', resolve));
  signal.removeEventListener('abort', stop);
  if (last?.type === 'done') return last.result;
  signal.throwIfAborted();
  if (last?.type === 'failed') throw new ModelError(last.reason, last.message, '');
  const code = String((Object(failure) as { code?: unknown }).code ?? 'the thread ended');
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  throw new ModelError(
    isMemory ? 'too_large' : 'other',
    isMemory ? 'The list of the registry is too large.' : `The work on the models failed (${code}).`,
    '',
    { cause: failure },
  );
}

const networkVariables = /^(https?_proxy|no_proxy|ssl_cert_(file|dir)|node_extra_ca_certs)$/i;

function networkEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => networkVariables.test(name)));
}
