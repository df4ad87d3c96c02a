/** A Dragoman server in a process of its own, as an operator runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { type Env, executable } from './command-line.ts';
import { useTestDatabase } from './test-database.ts';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly consoleUrl: string;
  /** The operations listener. */
  readonly opsUrl: string;
  readonly pid: number;
  /** Everything written to standard error so far: the log. */
  log(): string;
  /** The signal that ended it; null when it exited by itself. */
  readonly endedBy: Promise<NodeJS.Signals | null>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

interface StartOptions {
  /** Without it the log is thrown away: collecting it would cost a bench as much as its load does. */
  readonly keepsLog?: boolean;
  /** What starts another version than this one. */
  readonly command?: readonly [string, ...string[]];
}

export async function startServer(
  env: Env,
  { keepsLog = true, command = [executable] }: StartOptions = {},
): Promise<ServerProcess> {
  const [file, ...first] = command;
  const child = spawn(file, [...first, 'serve', '--json'], {
    env: {
      ...process.env,
      DRAGOMAN_PUBLIC_HOST: '127.0.0.1',
      DRAGOMAN_PUBLIC_PORT: '0',
      DRAGOMAN_CONSOLE_PORT: '0',
      DRAGOMAN_OPS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', keepsLog ? 'pipe' : 'ignore'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  // When the log is complete, too.
  const endedBy = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_code, signal) => resolve(signal)),
  );
  const ready = await Promise.race([firstLine(child), exited.then(() => undefined)]);
  if (ready === undefined) throw new Error(`the server did not start:\n${log}`);
  const listeners = JSON.parse(ready) as { public: string; console: string; ops: string };
  const url = new URL(listeners.public);
  return {
    url: url.origin,
    port: Number(url.port),
    consoleUrl: listeners.console,
    opsUrl: listeners.ops,
    pid: child.pid ?? 0,
    log: () => log,
    endedBy,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) return undefined;
  for await (const line of createInterface(child.stdout)) return line;
  return undefined;
}

/** One server on a database of its own for a whole test file. */
export function useServer(env: Env = {}): { readonly env: Env; readonly server: ServerProcess } {
  const database = useTestDatabase();
  const serverEnv = { ...env, DATABASE_URL: database.url };
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    server = await startServer(serverEnv);
  });
  afterAll(async () => {
    const code = await server?.stop();
    if (code !== 0) throw new Error(`the server exited with ${code}:\n${server?.log()}`);
  });
  return {
    env: serverEnv,
    get server() {
      if (server === undefined) throw new Error('the server is not started yet');
      return server;
    },
  };
}
