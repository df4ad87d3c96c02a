/**
 * Servers of a test that failed before it stopped them end with vitest's worker. It ends by SIGTERM, so it must be heard:
 * `exit` alone would not come.
 */
import type { ChildProcess } from 'node:child_process';

/** Kept across the files that a worker runs, each of which loads this module anew. */
const shared = globalThis as { dragomanChildren?: Set<ChildProcess> };

function childrenOfWorker(): Set<ChildProcess> {
  if (shared.dragomanChildren !== undefined) return shared.dragomanChildren;
  const children = new Set<ChildProcess>();
  const endAll = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', endAll);
  process.once('SIGTERM', () => process.exit(143));
  shared.dragomanChildren = children;
  return children;
}

export function endWithWorker(child: ChildProcess): void {
  const children = childrenOfWorker();
  children.add(child);
  child.once('exit', () => children.delete(child));
}
