/** Versions of this program side by side: the working tree as it is built, and older ones from the history. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Env, executable } from '../../support/command-line.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));

export interface Version {
  readonly name: string;
  /** What starts it, without the command of Dragoman itself. */
  readonly command: readonly [string, ...string[]];
}

export const workingTree: Version = { name: 'working tree', command: [executable] };

export async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
}

/** The commit that brought a migration; undefined while it is in the working tree alone. */
export async function commitThatAdded(migration: string): Promise<string | undefined> {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true') {
    throw new Error(
      'This test runs the version before a migration. Fetch the history: git fetch --unshallow',
    );
  }
  const path = `src/store/postgres/migrations/${migration}.sql`;
  // Along the line of `main`: work that was merged counts from its merge on, so that the commit before it lacks it.
  return (
    (await git('log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '-1', '--', path)) ||
    undefined
  );
}

/** Runs from its sources, with the packages of the working tree. `folders` takes what is to be deleted afterwards. */
export async function checkOut(commit: string, folders: string[]): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-version-'));
  folders.push(folder);
  const archive = join(folder, 'version.tar');
  await git('archive', `--output=${archive}`, commit, 'src', 'package.json');
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const name = await git('rev-parse', '--short', commit);
  return {
    name,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', join(folder, 'src/main.ts')],
  };
}

export async function removeVersions(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true });
}

/** Applies what the version brings; the names of it. */
export async function migrateWith({ command }: Version, env: Env): Promise<string[]> {
  const [file, ...first] = command;
  const { stdout } = await run(file, [...first, 'migrate', '--json'], { env: { ...process.env, ...env } });
  return (JSON.parse(stdout) as { applied: string[] }).applied;
}
