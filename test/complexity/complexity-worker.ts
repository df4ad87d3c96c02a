/**
 * The thread on which inputs are tried. It says what it is about to try, so that whoever watches it can end it and
 * still knows the input that never came back.
 */
import { parentPort } from 'node:worker_threads';
import { type Climb, climb } from './climb.ts';
import { slownessOfMachine } from './measure.ts';
import type { PumpedInput } from './pumped-input.ts';
import { type Found, search } from './search.ts';
import { targetNamed } from './targets/all-targets.ts';

export type Task =
  | {
      readonly kind: 'climb';
      readonly target: string;
      readonly input: PumpedInput;
      readonly maxSize: number;
      readonly factor: number;
      readonly isQuick: boolean;
    }
  | {
      readonly kind: 'search';
      readonly target: string;
      readonly inputs: readonly PumpedInput[];
      readonly seed: number;
      readonly ms: number;
    }
  | { readonly kind: 'calibrate' };

export type Message =
  | { readonly kind: 'trying'; readonly input: PumpedInput; readonly size: number }
  | { readonly kind: 'done'; readonly result: Climb | Found | number }
  | { readonly kind: 'failed'; readonly reason: string };

function post(message: Message): void {
  parentPort?.postMessage(message);
}

async function run(task: Task): Promise<Climb | Found | number> {
  if (task.kind === 'calibrate') return slownessOfMachine();
  const target = targetNamed(task.target);
  if (task.kind === 'climb') {
    const { input, maxSize, factor, isQuick } = task;
    const trying = (size: number) => post({ kind: 'trying', input, size });
    return climb(target, input, { maxSize, factor, isQuick, trying });
  }
  const { seed, ms, inputs } = task;
  return search(target, inputs, { seed, ms, trying: (input, size) => post({ kind: 'trying', input, size }) });
}

parentPort?.on('message', (task: Task) => {
  run(task).then(
    (result) => post({ kind: 'done', result }),
    (error: unknown) =>
      post({ kind: 'failed', reason: error instanceof Error ? `${error.stack}` : `${error}` }),
  );
});
