/** Dragoman servers, document workers and commands among others in one process (see server-host.ts), which this worker has for them. */
import { type ChildProcess, fork } from 'node:child_process';
import type { CommandResult } from './command-line.ts';
import type { CommandRequest } from './run-command.ts';
import type { HostAnswer, HostRequest } from './server-host.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly consoleUrl: string;
  /** The operations listener. */
  readonly opsUrl: string;
  /** The listener for other dialects; empty without DRAGOMAN_DIALECTS_PORT. */
  readonly dialectsUrl: string;
  /** Of the process that it runs in, which others may share. */
  readonly processId: number;
  /** Everything logged so far. */
  log(): string;
  /** Lets calls under way finish, and returns the exit code. */
  stop(): Promise<number | null>;
}

export type RunningWorker = Pick<RunningServer, 'opsUrl' | 'processId' | 'log' | 'stop'>;

/** Kept across the files that a worker runs, each of which loads this module anew. */
const shared = globalThis as { dragomanHost?: Host };

class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(answer: HostAnswer): void; reject(error: Error): void }>();
  readonly #logs = new Map<number, string>();
  #lastNumber = 0;
  #exit: string | undefined;

  constructor() {
    this.#child = fork(new URL('./server-host.ts', import.meta.url), { execArgv: [] });
    this.#child.on('message', (answer: HostAnswer) => this.#take(answer));
    this.#child.on('exit', (code, signal) =>
      this.#end(`the process of the servers ended: ${code ?? signal}`),
    );
  }

  get hasEnded(): boolean {
    return this.#exit !== undefined;
  }

  get processId(): number {
    return this.#child.pid ?? 0;
  }

  #take(answer: HostAnswer): void {
    if ('logged' in answer) {
      this.#logs.set(answer.number, this.logOf(answer.number) + answer.logged);
      return;
    }
    this.#waiting.get(answer.number)?.resolve(answer);
    this.#waiting.delete(answer.number);
  }

  #end(reason: string): void {
    this.#exit = reason;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
    // No server may end its process, also when no test waits for an answer: vitest takes this for an error of the run.
    setImmediate(() => {
      throw new Error(reason);
    });
  }

  ask(request: Omit<HostRequest, 'number'>): Promise<HostAnswer> {
    if (this.#exit !== undefined) return Promise.reject(new Error(this.#exit));
    const number = ++this.#lastNumber;
    this.#child.send({ ...request, number } satisfies HostRequest);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  logOf(number: number): string {
    return this.#logs.get(number) ?? '';
  }
}

function hostOfWorker(): Host {
  if (shared.dragomanHost === undefined || shared.dragomanHost.hasEnded) shared.dragomanHost = new Host();
  return shared.dragomanHost;
}

export async function runHostedCommand(run: CommandRequest): Promise<CommandResult> {
  const answer = await hostOfWorker().ask({ run });
  if ('ran' in answer) return answer.ran;
  throw new Error(`the command did not end: ${'failed' in answer ? answer.failed : ''}`);
}

/** What servers and workers have in common. */
function partsOf(host: Host, number: number): Pick<RunningServer, 'processId' | 'log' | 'stop'> {
  return {
    processId: host.processId,
    log: () => host.logOf(number),
    async stop() {
      const stopped = await host.ask({ stop: number });
      return 'stopped' in stopped ? 0 : 1;
    },
  };
}

function notStarted(host: Host, what: string, answer: HostAnswer): Error {
  const reason = 'failed' in answer ? answer.failed : '';
  return new Error(`the ${what} did not start:\n${reason}\n${host.logOf(answer.number)}`);
}

export async function startHostedWorker(env: NodeJS.ProcessEnv): Promise<RunningWorker> {
  const host = hostOfWorker();
  const answer = await host.ask({ startWorker: env });
  if (!('startedWorker' in answer)) throw notStarted(host, 'worker', answer);
  return { opsUrl: answer.startedWorker.ops, ...partsOf(host, answer.number) };
}

export async function startHostedServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const host = hostOfWorker();
  const answer = await host.ask({ start: env });
  if (!('started' in answer)) throw notStarted(host, 'server', answer);
  const { started, number } = answer;
  const url = new URL(started.public);
  return {
    url: url.origin,
    port: Number(url.port),
    consoleUrl: started.console,
    opsUrl: started.ops,
    dialectsUrl: started.dialects ?? '',
    ...partsOf(host, number),
  };
}
