/** `dragoman worker` in a process of its own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Env, executable } from './command-line.ts';
import { endWithWorker } from './end-with-worker.ts';
import { type RunningWorker, startHostedWorker } from './hosted-server.ts';
import { isLong } from './long-form.ts';

export interface WorkerProcess extends RunningWorker {
  readonly pid: number;
  /** The signal that ended it; null when it exited by itself. */
  readonly endedBy: Promise<NodeJS.Signals | null>;
  /** kill -9. */
  kill(): void;
}

/** Like `openServer`: for tests that need nothing of the worker's process. */
export const openWorker: (env: Env) => Promise<RunningWorker> = isLong
  ? (env) => startWorker(env)
  : (env) =>
      startHostedWorker({ ...process.env, DRAGOMAN_OPS_PORT: '0', DRAGOMAN_STALL_SECONDS: '0', ...env });

export async function startWorker(env: Env): Promise<WorkerProcess> {
  const child = spawn(executable, ['worker', '--json'], {
    env: { ...process.env, DRAGOMAN_OPS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithWorker(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  // When the log is complete, too.
  const endedBy = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_code, signal) => resolve(signal)),
  );
  const firstLine = async () => {
    for await (const line of createInterface(child.stdout)) return line;
    return undefined;
  };
  const ready = await Promise.race([firstLine(), exited.then(() => undefined)]);
  if (ready === undefined) throw new Error(`the worker did not start:\n${log}`);
  const { ops } = JSON.parse(ready) as { ops: string };
  return {
    pid: child.pid ?? 0,
    processId: child.pid ?? 0,
    opsUrl: ops,
    log: () => log,
    endedBy,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
