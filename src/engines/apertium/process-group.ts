/**
 * The processes of one pipeline as a unit: a shell and its stages in their own process group. No process is
 * left behind, whatever happens to one of them or to this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { requestLimits } from '../../lib/request-limits.ts';
import { lowerSessionPriority } from '../low-priority.ts';

export interface GroupEvents {
  onOutput(chunk: Buffer): void;
  /** The group can no longer be used. May be called more than once. */
  onGone(reason: string): void;
}

export interface Activity {
  /** Processor time since the start. */
  readonly usedMs: number;
  /** Whether one of the stages runs or waits for a processor. */
  readonly isReady: boolean;
}

/**
 * The children do not inherit this process's environment, which holds passwords. Their standard error is
 * discarded, because some stages print words of the texts.
 */
const childEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/**
 * The time between closing a group's pipes and killing it. Working stages exit by themselves within a few
 * milliseconds, and their shell reaps them. If this process is PID 1 of a container, nothing would reap the
 * stages of a shell that is killed together with them.
 */
const exitGraceMs = 250;

/**
 * Groups whose shell may still run. A stopped stage does not see the end of its input and would never exit.
 */
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
    lowerSessionPriority(child.pid);
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

  /** What its stages do; undefined where the system does not report it. */
  activity(): Activity | undefined {
    if (this.#pid === undefined) return undefined;
    try {
      const pids = readFileSync(`/proc/${this.#pid}/task/${this.#pid}/children`, 'latin1').match(/\d+/g);
      const stages = (pids ?? []).map(activityOf);
      return {
        usedMs: stages.reduce((sum, { usedMs }) => sum + usedMs, 0),
        isReady: stages.some(({ isReady }) => isReady),
      };
    } catch {
      return undefined;
    }
  }

  /** Closes the pipes and gives the group `exitGraceMs` to exit by itself. */
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
      // Every process of the group has already exited.
    }
  }

  /**
   * The shell has exited. It waits for its stages, so some can remain only if the shell itself was killed.
   */
  #collect(signal: NodeJS.Signals | null): void {
    clearTimeout(this.#killTimer);
    running.delete(this);
    if (signal !== null) this.kill();
  }
}

/**
 * Returns an error as a value: `spawn` throws when there is no memory for a process, and no caller up the
 * stack expects that.
 */
function spawnShell(command: string): ChildProcess | Error {
  try {
    // `detached` creates a new process group, so that a kill reaches every stage and not only the shell.
    return spawn('nice', ['-n', String(requestLimits.engineNiceness), '/bin/sh', '-c', command], {
      detached: true,
      env: childEnvironment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Linux reports the time in hundredths of a second on every machine. */
function activityOf(pid: string): Activity {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name is in parentheses and may contain anything, even parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { usedMs: (Number(fields[11]) + Number(fields[12])) * 10, isReady: fields[0] === 'R' };
}
