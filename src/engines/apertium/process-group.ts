/**
 * The processes of one pipeline, as one: a shell and its stages in a process group of their own. Whatever
 * happens to one of them or to this process, none of them is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';

export interface GroupEvents {
  onOutput(chunk: Buffer): void;
  /** The group can't be used any more. May be told more than once. */
  onGone(reason: string): void;
}

/**
 * The children get nothing of this process's environment, which holds passwords. Their standard error goes
 * nowhere: some stages print the words that they stumble over.
 */
const childEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/**
 * Behind the server, and a Postgres on the same machine: a dozen stages that all want the CPU would else stand between
 * every step of every call and its turn.
 */
const niceness = '10';

/**
 * Between the end of a group's pipes and the end of its life. Stages that work exit by themselves within a few
 * milliseconds, and their shell collects them; where this process is the first of a container, nobody would
 * collect the stages of a shell that was killed with them.
 */
const exitGraceMs = 250;

/** Groups whose shell may still run. A stopped stage doesn't see the end of its input and would stay for ever. */
const running = new Set<ProcessGroup>();
process.on('exit', () => {
  for (const group of running) group.kill();
});

export class ProcessGroup {
  readonly #pid: number | undefined;
  readonly #child: ChildProcess | undefined;
  readonly #stdin: Writable | undefined;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(command: string, events: GroupEvents) {
    const child = spawnShell(command);
    if (child instanceof Error) {
      process.nextTick(() => events.onGone(`could not be started: ${child.message}`));
      return;
    }
    child.on('error', (error) => events.onGone(`could not be started: ${error.message}`));
    // Without a process there may be no pipes either (too many open files); the error event follows.
    if (child.pid === undefined || child.stdin === null || child.stdout === null) return;
    this.#pid = child.pid;
    this.#child = child;
    this.#stdin = child.stdin;
    running.add(this);
    child.on('exit', (code, signal) => {
      this.#collect(signal);
      events.onGone(`exited (${signal ?? code})`);
    });
    child.stdin.on('error', () => events.onGone('stopped reading'));
    child.stdout.on('error', () => events.onGone('could not be read'));
    child.stdout.on('data', (chunk: Buffer) => events.onOutput(chunk));
    child.stdout.on('close', () => events.onGone('stopped writing'));
  }

  write(data: string): void {
    this.#stdin?.write(data);
  }

  /** The processor time of its stages; undefined where the system doesn't tell. */
  usedMs(): number | undefined {
    if (this.#pid === undefined) return undefined;
    try {
      const stages =
        readFileSync(`/proc/${this.#pid}/task/${this.#pid}/children`, 'latin1').match(/\d+/g) ?? [];
      return stages.reduce((sum, pid) => sum + usedMsOf(pid), 0);
    } catch {
      return undefined;
    }
  }

  /** Nothing more goes in or comes out; the group has a moment to exit by itself. */
  close(): void {
    this.#child?.stdout?.destroy();
    this.#child?.stdin?.destroy();
    if (!running.has(this)) return;
    this.#killTimer ??= setTimeout(() => this.kill(), exitGraceMs).unref();
  }

  kill(): void {
    if (this.#pid === undefined) return;
    try {
      process.kill(-this.#pid, 'SIGKILL');
    } catch {
      // Every process of the group is gone already.
    }
  }

  /** The shell is gone. It waits for its stages, so some can be left only if it was killed itself. */
  #collect(signal: NodeJS.Signals | null): void {
    clearTimeout(this.#killTimer);
    running.delete(this);
    if (signal !== null) this.kill();
  }
}

/** An error is a value here: without memory for a process `spawn` throws, and nobody up the stack expects it. */
function spawnShell(command: string): ChildProcess | Error {
  try {
    // A group of its own, so that killing it reaches every stage and not only the shell.
    return spawn('nice', ['-n', niceness, '/bin/sh', '-c', command], {
      detached: true,
      env: childEnvironment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** In the unit that Linux has for it on every machine: hundredths of a second. */
function usedMsOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name stands in parentheses and may hold anything, even parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
