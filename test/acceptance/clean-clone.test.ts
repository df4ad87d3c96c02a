/** What a stranger gets from a clean clone: the README's path, and a package with the same bytes as everybody's. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { isLong, longTest } from '../support/long-form.ts';
import { runShell } from '../support/run-shell.ts';
import { copyTrackedFiles } from '../support/tracked-files.ts';
import { walk } from '../support/walk-page.ts';

let parent: string;
let clone: string;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'dragoman-clone-'));
  chmodSync(parent, 0o755); // Postgres runs as a user of its own
  clone = join(parent, 'clone');
  copyTrackedFiles(clone);
});
afterAll(async () => {
  await runShell('scripts/dev-services stop', clone, { TMPDIR: parent });
  rmSync(parent, { recursive: true });
});

/**
 * The gate has just run `npm ci` and a build on a clean checkout, so there these two are not done a second time: this npm
 * lays what they made into the clone, without the cache in which the other tests work meanwhile.
 */
function npmThatHasDoneIt(): string {
  const made = process.cwd();
  const npm = `#!/bin/sh
case "$*" in
  ci) mkdir node_modules && find '${made}/node_modules' -mindepth 1 -maxdepth 1 ! -name '.vitest-cache' -exec ln -s -t node_modules {} + ;;
  'run build') cp -r '${made}/dist' dist && rm -r dist/engines/stub ;;
  *) echo "npm $*: not expected" >&2; exit 1 ;;
esac
`;
  writeFileSync(join(parent, 'npm'), npm, { mode: 0o755 });
  return `${parent}:${process.env.PATH}`;
}

test('README.md leads from a clone to a first translation', async () => {
  const [port, consolePort, opsPort] = [await freePort(), await freePort(), await freePort()].map(String);
  const env = {
    TMPDIR: parent,
    ...(!isLong && { PATH: npmThatHasDoneIt() }),
    DRAGOMAN_PUBLIC_PORT: port ?? '',
    DRAGOMAN_CONSOLE_PORT: consolePort ?? '',
    DRAGOMAN_OPS_PORT: opsPort ?? '',
  };
  const started = performance.now();
  const stdout = await walk('README.md', clone, env, port ?? '');
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `documentation: README from ${isLong ? 'npm ci' : 'dragoman init'} to a first translation in ${seconds} s\n`,
  );
  expect(stdout).toContain('"text":"La casa es grande."');
});

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function hashes(folder: string): Record<string, string> {
  const entries = filesIn(folder).map((path) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    return [path.slice(folder.length + 1), hash] as const;
  });
  return Object.fromEntries(entries.sort());
}

longTest('what it built has the same bytes as what was built here', () => {
  const here = Object.entries(hashes('dist')).filter(([file]) => !file.startsWith('engines/stub/'));
  expect(here.length).toBeGreaterThan(300);
  expect(hashes(join(clone, 'dist'))).toEqual(Object.fromEntries(here));
});

const meantToBeThere = [
  /^(LICENSE|README\.md|CHANGELOG\.md|package\.json|bin\/(dragoman|node-package)|deploy\/.+)$/,
  // The servers of `dragoman init --demo`.
  /^scripts\/dev-services$/,
  /^dist\/.+\.(js|js\.map|sql|lua|css|html|txt|svg|woff2)$/,
  /^docs\/.+\.(md|json|svg)$/,
  // Verifies an export of an audit log without Dragoman.
  /^docs\/operate\/verify-audit-log\.py$/,
];

test('the package holds only what it should', () => {
  // npm compresses what it lists. The gate looks at the names alone, and nothing in the clone runs after this.
  if (!isLong) for (const file of filesIn(join(clone, 'dist'))) truncateSync(file);
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [pack] = JSON.parse(listing) as [{ files: { path: string }[]; unpackedSize: number }];
  const paths = pack.files.map(({ path }) => path);
  if (isLong) process.stdout.write(`the package holds ${paths.length} files, ${pack.unpackedSize} bytes\n`);
  expect(paths).toContain('dist/main.js');
  expect(paths.filter((path) => !meantToBeThere.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(paths.filter((path) => /stub|\.test\./.test(path))).toEqual([]);
});
