/** Runs what a reader would type, in bash, gives back what it printed, and ends what it left in the background. */
import { spawn } from 'node:child_process';
import { text as readAll } from 'node:stream/consumers';
import type { Env } from './command-line.ts';

export interface ShellResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runShell(
  script: string,
  folder: string,
  env: Env,
  timeoutMs = 600_000,
): Promise<ShellResult> {
  const withEnd = `trap 'code=$?; kill $(jobs -p) 2>/dev/null || true; wait; exit $code' EXIT\n${script}`;
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', withEnd], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const exited = new Promise<number | null>((resolve) => shell.on('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([readAll(shell.stdout), readAll(shell.stderr), exited]);
  return { code, stdout, stderr };
}
