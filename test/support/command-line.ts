/** Runs bin/dragoman as a user would. */
import { spawn } from 'node:child_process';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const executable = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Env = Readonly<Record<string, string>>;

export async function runDragoman(
  args: readonly string[],
  env: Env,
  stdin = '',
  timeout = 120_000,
): Promise<CommandResult> {
  const child = spawn(executable, args, { env: { ...process.env, ...env }, timeout });
  child.stdin.end(stdin);
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), exited]);
  return { code, stdout, stderr };
}

/** Runs a command with --json and returns what it printed; fails when the command fails. */
export async function dragomanJson<T>(args: readonly string[], env: Env): Promise<T> {
  const { code, stdout, stderr } = await runDragoman([...args, '--json'], env);
  if (code !== 0) throw new Error(`dragoman ${args.join(' ')} failed (${code}): ${stderr}`);
  return JSON.parse(stdout) as T;
}
