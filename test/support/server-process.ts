/** A Dragoman server in a process of its own, as an operator runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { type Env, executable } from './command-line.ts';
import { endWithWorker } from './end-with-worker.ts';
import { type RunningServer, startHostedServer } from './hosted-server.ts';
import { isLong } from './long-form.ts';
import { useTestDatabase } from './test-database.ts';

export type { RunningServer } from './hosted-server.ts';

export interface ServerProcess extends RunningServer {
  readonly pid: number;
  /** The signal that ended it; null when it exited by itself. */
  readonly endedBy: Promise<NodeJS.Signals | null>;
}

interface StartOptions {
  /** Without it the log is thrown away: collecting it would cost a bench as much as its load does. */
  readonly keepsLog?: boolean;
  /** What starts another version than this one. */
  readonly command?: readonly [string, ...string[]];
}

/**
 * This process's environment and these settings, on ports that are free. In the gate, a call may take as long as a busy
 * machine needs for it, unless a test says otherwise; the long form has the real deadline.
 */
function serverEnv(env: Env): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(isLong ? {} : { DRAGOMAN_CALL_DEADLINE_MS: '300000' }),
    DRAGOMAN_PUBLIC_HOST: '127.0.0.1',
    DRAGOMAN_PUBLIC_PORT: '0',
    DRAGOMAN_CONSOLE_PORT: '0',
    DRAGOMAN_OPS_PORT: '0',
    ...env,
  };
}

export async function startServer(
  env: Env,
  { keepsLog = true, command = [executable] }: StartOptions = {},
): Promise<ServerProcess> {
  const [file, ...first] = command;
  const child = spawn(file, [...first, 'serve', '--json'], {
    env: serverEnv(env),
    stdio: ['ignore', 'pipe', keepsLog ? 'pipe' : 'ignore'],
  });
  endWithWorker(child);
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
  const listeners = JSON.parse(ready) as {
    public: string;
    console: string;
    ops: string;
    dialects?: string;
  };
  const url = new URL(listeners.public);
  return {
    url: url.origin,
    port: Number(url.port),
    consoleUrl: listeners.console,
    opsUrl: listeners.ops,
    dialectsUrl: listeners.dialects ?? '',
    pid: child.pid ?? 0,
    processId: child.pid ?? 0,
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

/**
 * A server for tests that need nothing of its process. The gate starts it in one that serves others, too, since to start a
 * process takes seconds of a core; the long form gives it a process of its own. The stall guard, a thread for each server, would
 * end them all.
 */
export const openServer: (env: Env) => Promise<RunningServer> = isLong
  ? startServer
  : (env) => startHostedServer(serverEnv({ DRAGOMAN_STALL_SECONDS: '0', ...env }));

interface ServerOfFile<Server> {
  readonly env: Env;
  readonly server: Server;
}

/** One server on a database of its own for a whole test file. */
export function useServer(env: Env = {}): ServerOfFile<RunningServer> {
  return useStarted(env, openServer);
}

/** The same in a process of its own, for tests that measure, freeze or kill it. */
export function useServerProcess(env: Env = {}): ServerOfFile<ServerProcess> {
  return useStarted(env, startServer);
}

function useStarted<Server extends RunningServer>(
  env: Env,
  start: (env: Env) => Promise<Server>,
): ServerOfFile<Server> {
  const database = useTestDatabase();
  const ownEnv = { ...env, DATABASE_URL: database.url };
  let server: Server | undefined;
  beforeAll(async () => {
    server = await start(ownEnv);
  });
  afterAll(async () => {
    const code = await server?.stop();
    if (code !== 0) throw new Error(`the server exited with ${code}:\n${server?.log()}`);
  });
  return {
    env: ownEnv,
    get server() {
      if (server === undefined) throw new Error('the server is not started yet');
      return server;
    },
  };
}
