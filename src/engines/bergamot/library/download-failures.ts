/** What can go wrong with a download, in words for the operator. */
import { OperatorError } from '../../../lib/errors.ts';
import { ModelError } from '../../../lib/model-failures.ts';

export const again = 'Run the command again; what is already downloaded is kept.';

export function damaged(name: string): ModelError {
  return new ModelError(
    'damaged',
    `The download of ${name} is damaged: it does not match the registry.`,
    'Run the command again.',
  );
}

export function explainFailure(error: unknown, name: string, folder: string): unknown {
  if (error instanceof OperatorError) return error;
  if (isFull(error)) {
    const message = `There is not enough space in ${folder} for ${name}.`;
    return new ModelError('no_space', message, `Free some space. ${again}`, { cause: error });
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) {
    const message = `The server may not write to ${folder} (${codeOf(error)}).`;
    return new ModelError('not_writable', message, 'Let it write to the folder of models.', { cause: error });
  }
  return new ModelError('interrupted', `The download of ${name} failed (${codeOf(error)}).`, again, {
    cause: error,
  });
}

export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
}

export function codeOf(error: unknown): string {
  return String((Object(error) as { code?: unknown }).code ?? 'unknown');
}
