import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { ModelError } from '../../../lib/model-failures.ts';

/**
 * Locks the folder for changes: two concurrent pulls would write to the same files. The lock is an abstract
 * socket address, which Linux releases when the process ends for any reason.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const id = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex');
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(`\0dragoman-models-${id}`, resolve);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ModelError(
      'busy',
      `Another dragoman models pull, remove or mirror is running in ${folder}.`,
      'Wait until it has finished, then run the command again.',
    );
  }
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}
