import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentReader, Documents, ShownDocument } from '../../../documents/documents.ts';
import { type ProblemCode, problemCodes } from '../../../lib/errors.ts';
import { type Outcome, refused } from '../../../lib/outcome.ts';

/** A short text is ready at once; a long file is asked for twice a second. */
const firstPauseMs = 50;
const longestPauseMs = 500;

/** Until then, the queue that kept the file waiting may be shorter. */
const retryAfterSeconds = 30;

const notInTime = refused(
  'engine_unavailable',
  'The file was not translated in time, and nothing was charged. Send a smaller file, or use /v1/documents of the public API, where a document may take longer.',
  retryAfterSeconds,
);

/**
 * Waits until a document is translated. One that is not translated in time, or whose client has gone, is cancelled: its
 * client will never learn its address, and must not pay for it.
 */
export async function waitForDocument(
  documents: Documents,
  reader: DocumentReader,
  id: string,
  remainingMs: number,
  isWanted: () => boolean,
): Promise<Outcome<ShownDocument>> {
  const endMs = performance.now() + remainingMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const found = await documents.find(reader, id);
    if (!found.ok) return found;
    const { state, error } = found.value;
    if (state === 'done') return found;
    if (state === 'error') return refused(codeOf(error?.code), error?.detail ?? '');
    const leftMs = endMs - performance.now();
    if (leftMs <= 0 || !isWanted()) {
      // It may be finished, and charged, in this very moment: then it is found done.
      const cancelled = await documents.cancel(reader, id);
      if (!cancelled.ok || cancelled.value) return notInTime;
    } else await delay(Math.min(pauseMs, leftMs));
  }
}

function codeOf(code: string | undefined): ProblemCode {
  return problemCodes.find((known) => known === code) ?? 'internal_error';
}
