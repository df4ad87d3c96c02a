/**
 * Runs commands in this process, several at a time, as bin/dragoman does: each with its own settings, standard streams and
 * exit code.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type * as ProgramModule from '../../src/cli/program.ts';
import type * as FailureModule from '../../src/cli/report-failure.ts';
import { productVersion } from '../../src/version.ts';
import type { CommandResult } from './command-line.ts';

export interface CommandRequest {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
}

// What was built is what runs, not what vitest would make of the sources.
const built = (file: string) => import(new URL(`../../dist/${file}`, import.meta.url).href);
const { buildProgram } = (await built('cli/program.js')) as typeof ProgramModule;
const { reportFailure } = (await built('cli/report-failure.js')) as typeof FailureModule;

interface Command extends CommandResult {
  readonly stdin: Readable;
}

const current = new AsyncLocalStorage<Command>();

/** What a command finds at `process` is its own. Node lets nobody redefine `exitCode`, but the global may be replaced. */
globalThis.process = Object.create(process, {
  stdin: { get: () => current.getStore()?.stdin },
  exitCode: {
    get: () => current.getStore()?.code,
    set: (code: number) => {
      const command = current.getStore();
      if (command !== undefined) command.code = code;
    },
  },
});

function capture(name: 'stdout' | 'stderr'): void {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.isTTY = false;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const command = current.getStore();
    if (command === undefined) return write(chunk, ...rest);
    command[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  }) as typeof stream.write;
}

capture('stdout');
capture('stderr');

async function cannotServe(): Promise<never> {
  throw new Error('a command that goes on until it gets a signal needs a process of its own');
}

export function runCommand({ args, env, stdin }: CommandRequest): Promise<CommandResult> {
  const command: Command = {
    code: 0,
    stdout: '',
    stderr: '',
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
  };
  return current.run(command, async () => {
    try {
      await buildProgram(env, productVersion, cannotServe, cannotServe).parseAsync([
        'node',
        'dragoman',
        ...args,
      ]);
    } catch (error) {
      command.code = reportFailure(error, args.includes('--json'));
    }
    const { code, stdout, stderr } = command;
    return { code, stdout, stderr };
  });
}
