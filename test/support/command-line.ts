/** Runs commands of bin/dragoman. */
import { spawn } from 'node:child_process';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runHostedCommand } from './hosted-server.ts';
import { isLong } from './long-form.ts';

export const executable = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Env = Readonly<Record<string, string>>;

export type RunCommand = (args: readonly string[], env: Env, stdin?: string) => Promise<CommandResult>;

/** Runs a command in a process of its own, as a user does. */
export const runDragomanProcess: RunCommand = async (args, env, stdin = '') => {
  const child = spawn(executable, args, { env: { ...process.env, ...env }, timeout: 300_000 });
  child.stdin.end(stdin);
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), exited]);
  return { code, stdout, stderr };
};

/**
 * For tests that need nothing of the command's process. The gate runs the command in a process that runs others, too, since
 * most commands take longer to load than to run; the long form gives each a process of its own.
 */
export const runDragoman: RunCommand = (args, env, stdin = '') =>
  isLong || needsProcess(args, env)
    ? runDragomanProcess(args, env, stdin)
    : runHostedCommand({ args, env: { ...process.env, ...env }, stdin });

/** Commands that go on until a signal, and settings that Node reads when it starts. NODE_ENV is read by the command. */
function needsProcess([command = '']: readonly string[], env: Env): boolean {
  return (
    ['serve', 'worker'].includes(command) || Object.keys(env).some((name) => /^NODE_(?!ENV$)/.test(name))
  );
}

/** Runs a command with --json and returns what it printed; fails when the command fails. */
export async function dragomanJson<T>(args: readonly string[], env: Env): Promise<T> {
  const { code, stdout, stderr } = await runDragoman([...args, '--json'], env);
  if (code !== 0) throw new Error(`dragoman ${args.join(' ')} failed (${code}): ${stderr}`);
  return JSON.parse(stdout) as T;
}
