/**
 * The folder of a demonstration. A file in it marks it as one, so that a demonstration never changes, and its
 * removal never deletes, an installation that something else created.
 */
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../lib/errors.ts';
import { stopCommand } from './demo-servers.ts';
import { shellQuote } from './shell-quote.ts';

export interface DemoMarker {
  /** The folder of the servers that the demonstration started, if it started any. */
  readonly servers?: string;
}

const markerIn = (folder: string) => join(folder, 'demo.json');

/** Returns undefined if there is no such folder; refuses a folder that no demonstration created. */
export async function readDemoFolder(folder: string): Promise<DemoMarker | undefined> {
  if ((await lstat(folder).catch(() => undefined)) === undefined) return undefined;
  try {
    const { servers } = JSON.parse(await readFile(markerIn(folder), 'utf8')) as Record<string, unknown>;
    return typeof servers === 'string' ? { servers } : {};
  } catch (cause) {
    throw new OperatorError(
      `${folder} already exists, and no demonstration created it. Nothing was changed.`,
      'Choose a folder that does not exist yet: dragoman init --demo --folder …',
      { cause },
    );
  }
}

export async function createDemoFolder(folder: string): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { mode: 0o750 });
  } catch (cause) {
    throw new OperatorError(
      `${folder} can't be created: ${(cause as Error).message}`,
      'Choose another folder with --folder.',
      { cause },
    );
  }
}

export async function markDemoFolder(folder: string, marker: DemoMarker): Promise<void> {
  await writeFile(markerIn(folder), `${JSON.stringify(marker)}\n`, { flag: 'wx' });
}

export async function removeDemoFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** The shell command that removes what the demonstration created, and nothing else. */
export function removalCommand(folder: string, { servers }: DemoMarker): string {
  if (servers === undefined) return `rm -rf ${shellQuote(folder)}`;
  return `${stopCommand(servers)}; rm -rf ${shellQuote(servers)} ${shellQuote(folder)}`;
}
