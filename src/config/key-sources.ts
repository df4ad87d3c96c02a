/** Where the text of the data keys comes from when it is not in the environment itself. */
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { OperatorError } from '../lib/errors.ts';

export interface KeySource {
  /** The variable that an operator has to correct. */
  readonly setting: string;
  /** One key, or several: the first is the current one. */
  read(): Promise<string>;
}

/** Others must neither read nor write the file, and its group must not write it. */
const forbiddenModes = 0o026;

export function fileSource(path: string): KeySource {
  const setting = 'DRAGOMAN_DATA_KEY_FILE';
  return {
    setting,
    async read() {
      try {
        const found = await stat(path);
        if (!found.isFile())
          throw failure(`${setting}: ${path} is not a file.`, 'Name the file that holds the key.');
        if ((found.mode & forbiddenModes) !== 0) {
          const mode = (found.mode & 0o777).toString(8).padStart(3, '0');
          throw failure(
            `${setting}: other users may read or change ${path} (mode ${mode}).`,
            `Run: chmod 600 ${path}. For a secret of Kubernetes, set defaultMode: 0440 and fsGroup.`,
          );
        }
        return await readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof OperatorError) throw error;
        const code = (error as NodeJS.ErrnoException).code;
        throw failure(
          `${setting}: ${path} cannot be read (${code}).`,
          'Check the path, and that the user who runs Dragoman may read the file.',
          error,
        );
      }
    },
  };
}

const commandTimeoutMs = 10_000;
const maxOutputBytes = 64 * 1024;

/** Runs without a shell: the words of the command are separated by whitespace, and quotes have no meaning. */
export function commandSource(command: string, timeoutMs = commandTimeoutMs): KeySource {
  const setting = 'DRAGOMAN_DATA_KEY_COMMAND';
  const [program = '', ...args] = command.split(/\s+/);
  const remedy = `Run ${program} yourself as the user who runs Dragoman. It must print the key within ${timeoutMs / 1_000} seconds.`;
  return {
    setting,
    read: () =>
      new Promise((resolve, reject) => {
        // A group of its own, so that the time-out also ends what the command started.
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
        const chunks: Buffer[] = [];
        let size = 0;
        const end = (reason: string, cause?: unknown) => {
          clearTimeout(timer);
          if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
            process.kill(-child.pid, 'SIGKILL');
          }
          child.stdout.destroy();
          reject(failure(`${setting}: ${program} ${reason}.`, remedy, cause));
        };
        const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1_000} s`), timeoutMs);
        child.stdout.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxOutputBytes) end('printed more than a key');
          else chunks.push(chunk);
        });
        child.once('error', (error) => {
          end(`could not be run (${(error as NodeJS.ErrnoException).code})`, error);
        });
        child.once('close', (code, signal) => {
          if (code !== 0) return end(code === null ? `was ended by ${signal}` : `failed with status ${code}`);
          clearTimeout(timer);
          resolve(Buffer.concat(chunks).toString('utf8'));
        });
      }),
  };
}

function failure(message: string, remedy: string, cause?: unknown): OperatorError {
  return new OperatorError(message, remedy, { cause });
}
