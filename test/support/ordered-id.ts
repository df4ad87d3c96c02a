/** Ids in the order in which they are made. That of uuidV7's within a millisecond is random. */
import { uuidV7 } from '../../src/lib/uuid-v7.ts';

/** Kept across the files that a worker runs, each of which loads this module anew. */
const shared = globalThis as { dragomanLastIdMs?: number };

export function orderedId(): string {
  shared.dragomanLastIdMs = Math.max((shared.dragomanLastIdMs ?? 0) + 1, Date.now());
  return uuidV7(shared.dragomanLastIdMs);
}
