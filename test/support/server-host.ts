/**
 * A process that starts servers and document workers and runs commands on request, many in its life: what takes seconds,
 * loading and compiling the program, is done once for all of them. Each has its own settings, database, ports and log, as in a process of its own.
 */

import type * as ConfigModule from '../../src/config/config.ts';
import type * as LimitsModule from '../../src/lib/request-limits.ts';
import type * as LoggerModule from '../../src/observability/logger.ts';
import type * as AppModule from '../../src/wiring/start-app.ts';
import type * as WorkerModule from '../../src/wiring/start-worker.ts';
import type { CommandResult } from './command-line.ts';
import { type CommandRequest, runCommand } from './run-command.ts';

export interface HostRequest {
  readonly number: number;
  /** Starts a server with these settings. */
  readonly start?: NodeJS.ProcessEnv;
  /** Starts a document worker with these settings. */
  readonly startWorker?: NodeJS.ProcessEnv;
  /** Ends the server or the worker that was started by the request of this number. */
  readonly stop?: number;
  readonly run?: CommandRequest;
}

export type HostAnswer =
  | {
      readonly number: number;
      readonly started: Record<'public' | 'console' | 'ops', string> & { dialects?: string };
    }
  | { readonly number: number; readonly startedWorker: { readonly ops: string } }
  | { readonly number: number; readonly stopped: true }
  | { readonly number: number; readonly ran: CommandResult }
  | { readonly number: number; readonly failed: string }
  /** Of the server or the worker that was started by the request of this number. */
  | { readonly number: number; readonly logged: string };

// What was built is what is served, not what vitest would make of the sources.
const built = (file: string) => import(new URL(`../../dist/${file}`, import.meta.url).href);
const { startApp } = (await built('wiring/start-app.js')) as typeof AppModule;
const { startWorker } = (await built('wiring/start-worker.js')) as typeof WorkerModule;
const { openConfig } = (await built('config/config.js')) as typeof ConfigModule;
const { createLogger } = (await built('observability/logger.js')) as typeof LoggerModule;

/**
 * On a busy machine Redis is late, and a node that does without it admits only a tenth of a burst. Engines that give way to everything
 * else would get next to nothing there. Tests of either have a process, a limiter or an engine of their own.
 */
const { requestLimits } = (await built('lib/request-limits.js')) as typeof LimitsModule;
Object.assign(requestLimits, { redisPatienceMs: 60_000, redisWritePatienceMs: 60_000, engineNiceness: 0 });

const running = new Map<number, { drain(): Promise<void> }>();

/** What was logged in this turn of the event loop: a message for each line would cost more than most requests. */
const logged = new Map<number, string>();

function log(number: number, line: string): void {
  if (logged.size === 0) setImmediate(sendLogged);
  logged.set(number, (logged.get(number) ?? '') + line);
}

function sendLogged(): void {
  const messages = [...logged];
  logged.clear();
  for (const [number, lines] of messages) process.send?.({ number, logged: lines } satisfies HostAnswer);
}

/** After all that was logged before it. */
function answer(message: HostAnswer): void {
  sendLogged();
  process.send?.(message);
}

async function settingsOf(number: number, env: NodeJS.ProcessEnv) {
  const config = await openConfig(env);
  return [config, createLogger(config.logLevel, { write: (line) => log(number, line) })] as const;
}

async function start(number: number, env: NodeJS.ProcessEnv): Promise<HostAnswer> {
  const app = await startApp(...(await settingsOf(number, env)));
  running.set(number, app);
  const { publicUrl, consoleUrl, opsUrl, dialectsUrl } = app;
  const started = { public: publicUrl, console: consoleUrl, ops: opsUrl };
  return { number, started: dialectsUrl === undefined ? started : { ...started, dialects: dialectsUrl } };
}

async function startOneWorker(number: number, env: NodeJS.ProcessEnv): Promise<HostAnswer> {
  const worker = await startWorker(...(await settingsOf(number, env)));
  running.set(number, worker);
  return { number, startedWorker: { ops: worker.opsUrl } };
}

async function stop(number: number, server: number): Promise<HostAnswer> {
  await running.get(server)?.drain();
  running.delete(server);
  return { number, stopped: true };
}

async function handle(request: HostRequest): Promise<HostAnswer> {
  if (request.start !== undefined) return start(request.number, request.start);
  if (request.startWorker !== undefined) return startOneWorker(request.number, request.startWorker);
  if (request.run !== undefined) return { number: request.number, ran: await runCommand(request.run) };
  return stop(request.number, request.stop ?? 0);
}

process.on('message', (request: HostRequest) => {
  void handle(request)
    .catch((error: Error) => ({ number: request.number, failed: error.stack ?? error.message }))
    .then(answer);
});
process.on('disconnect', () => process.exit());
