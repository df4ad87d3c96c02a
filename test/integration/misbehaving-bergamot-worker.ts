/** The worker of the Bergamot engine, which some texts lead astray: always, or the first time that they come. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { outgrownExitCode } from '../../src/engines/bergamot/messages.ts';

export const misbehaviours = {
  'It hangs once.': () => isFirst('hang') && hang(),
  'It dies once.': () => isFirst('die') && process.exit(1),
  'It always hangs.': () => hang(),
  'It always grows.': () => process.exit(outgrownExitCode),
  'It grows once.': () => isFirst('grow') && process.exit(outgrownExitCode),
} as const;

// Threads of one process share nothing but its files; see the test, which removes them.
export const markerOf = (what: string) => join(tmpdir(), `dragoman-misbehaved-${process.pid}-${what}`);

function isFirst(what: string): boolean {
  try {
    writeFileSync(markerOf(what), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Without end, and without taking a core from the other tests. */
function hang(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

if (parentPort !== null) {
  parentPort.on('message', ({ texts }: { texts: string[] }) => {
    for (const text of texts) misbehaviours[text as keyof typeof misbehaviours]?.();
  });
  await import('../../src/engines/bergamot/bergamot-worker.ts');
}
