/** The two files of an installation. They are created once and never overwritten. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OperatorError } from '../../lib/errors.ts';

/** Where the systemd unit reads its settings. */
export const systemFolder = '/etc/dragoman';

export interface SettingsFile {
  readonly path: string;
  /** The current content; undefined when the file does not exist. */
  readonly content: string | undefined;
  readonly mode: number;
}

export interface SettingsFiles {
  readonly environment: SettingsFile;
  readonly engines: SettingsFile;
}

export async function findSettingsFiles(folder: string): Promise<SettingsFiles> {
  const [environment, engines] = [
    join(resolve(folder), 'dragoman.env'),
    join(resolve(folder), 'dragoman.yaml'),
  ];
  return {
    environment: { path: environment, content: await read(environment), mode: 0o600 },
    engines: { path: engines, content: await read(engines), mode: 0o644 },
  };
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new OperatorError(`${path} can't be read.`, 'Run this as the account that owns it.', {
      cause: error,
    });
  }
}

/** Returns whether the file was written. Never overwrites an existing file. */
export async function writeOnce(file: SettingsFile, content: string): Promise<boolean> {
  if (file.content !== undefined) return false;
  try {
    await mkdir(resolve(file.path, '..'), { recursive: true, mode: 0o750 });
    await writeFile(file.path, content, { flag: 'wx', mode: file.mode });
    return true;
  } catch (cause) {
    throw new OperatorError(
      `${file.path} can't be written: ${(cause as Error).message}`,
      'Choose another folder with --folder, or make this one writable for the account that runs this.',
      { cause },
    );
  }
}
