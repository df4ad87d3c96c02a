import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { OperatorError } from '../../../lib/errors.ts';

/**
 * Who changes the folder does so alone: two pulls would write into the same files. An address that no file has, which
 * Linux takes back when the process ends, however that happens.
 */
export async function holdFolder(folder: string): Promise<AsyncDisposable> {
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
    throw new OperatorError(
      `Another dragoman models pull or remove is at work in ${folder}.`,
      'Wait until it has ended.',
    );
  }
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}
