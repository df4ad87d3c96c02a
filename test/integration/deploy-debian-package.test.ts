/** What the Debian package is made of, read as text. `scripts/try-debian-package` installs it for real. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownVariables, readDeployFile, repository } from '../support/deploy-files.ts';

const folder = 'debian/package';
const scripts = ['postinst', 'prerm', 'postrm', 'dragoman-setup'];

test('a shell reads every script, and those of dpkg end at the first error', () => {
  for (const name of scripts) {
    execFileSync('sh', ['-n', join(repository, 'deploy', folder, name)]);
    expect(readDeployFile(`${folder}/${name}`)).toMatch(/^set -eu?$/m);
  }
});

test('settings in the defaults are settings of Dragoman, and are kept when they were changed', () => {
  for (const name of ['defaults.env', 'worker.env']) {
    const names = [...readDeployFile(`debian/${name}`).matchAll(/^#?([A-Z_]+)=/gm)].map(([, each]) => each);
    expect(names.length).toBeGreaterThan(1);
    for (const each of names) expect([...knownVariables, 'NODE_ENV']).toContain(each);
    expect(readDeployFile(`${folder}/conffiles`)).toContain(`/etc/dragoman/${name}\n`);
  }
});

test('settings, state and secrets go only when the package is purged', () => {
  for (const name of ['postinst', 'prerm']) expect(readDeployFile(`${folder}/${name}`)).not.toMatch(/\brm\b/);
  const postrm = readDeployFile(`${folder}/postrm`);
  expect(postrm.slice(0, postrm.indexOf('[ "$1" = purge ]'))).not.toMatch(/\brm\b/);
  // The database is left, and what is encrypted in it needs the data key.
  const kept = postrm.indexOf('cp -a /etc/dragoman/. ');
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(postrm.indexOf('rm -rf /etc/dragoman'));
  expect(postrm).toContain('rm -rf /etc/dragoman /var/lib/dragoman\n');
});

test('every unit is in the scripts of the package', () => {
  const units = readdirSync(join(repository, 'deploy/debian')).filter((name) => name.endsWith('.service'));
  expect(units).toHaveLength(3);
  for (const unit of units) {
    for (const name of ['postinst', 'prerm', 'postrm'])
      expect(readDeployFile(`${folder}/${name}`)).toContain(unit);
  }
});

test('a command of another account says why it cannot read the settings', () => {
  const asNobody = (...args: string[]) =>
    spawnSync(
      'setpriv',
      ['--reuid=65534', 'sh', '-c', readDeployFile('debian/dragoman'), 'dragoman', ...args],
      {
        encoding: 'utf8',
      },
    );
  expect(asNobody('doctor')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Run this as root'),
  });
  // It goes on to the program.
  expect(asNobody('--version').stderr).not.toContain('Run this as root');
});

/** The end of the script where systemd runs, with commands that do as they are told here. Each look at the clock takes 50 s. */
function setUp(commands: Record<string, string>) {
  const bin = mkdtempSync(join(tmpdir(), 'dragoman-setup-'));
  const usual = {
    id: 'echo 0',
    dragoman: 'true',
    systemctl: 'true',
    date: 'echo x >>"$0.calls"; echo $((50 * $(wc -l <"$0.calls")))',
    // Ends a script that goes on waiting.
    sleep: 'echo x >>"$0.calls"; [ $(wc -l <"$0.calls") -lt 20 ] || kill "$PPID"',
  };
  for (const [name, does] of Object.entries({ ...usual, ...commands })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  }
  const script = readDeployFile(`${folder}/dragoman-setup`).replace('/run/systemd/system', bin);
  const env = { PATH: `${bin}:${process.env.PATH}`, DATABASE_URL: 'postgres://elsewhere' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
  rmSync(bin, { recursive: true });
  return { status, stdout, stderr };
}

test('the setup waits until the service is ready, but not for one that ends or is never ready', () => {
  const onThirdTry = 'echo x >>"$0.calls"; [ $(wc -l <"$0.calls") = 3 ]';
  expect(setUp({ runuser: onThirdTry })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Dragoman runs'),
  });
  expect(setUp({ runuser: 'false', systemctl: '[ "$1" != is-active ]' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The service ended'),
  });
  expect(setUp({ runuser: 'false' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/not ready after 120 s.*systemctl status dragoman.*journalctl -u dragoman/),
  });
});

test('commands read the settings as systemd reads them for the service', () => {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-settings-'));
  // The fields of os-release that systemd can be asked for, which it reads by the same rules.
  const fields = {
    ID: 'o',
    VERSION_ID: 'w',
    VARIANT_ID: 'W',
    BUILD_ID: 'B',
  };
  const settings = [
    '# A comment that goes on \\\nID=comment',
    '  ID = postgres://a:b$c@host/d?e=1&f=`g`  ',
    'VERSION_ID=two words # and "no" comment',
    'VARIANT_ID="$a \\$b \\"c\\" \\d"',
    'no setting',
    '$(false)=x',
    "BUILD_ID='$a\\b",
    "c' d\\ e \\",
    "  it's",
  ].join('\n');
  mkdirSync(join(root, 'etc'));
  for (const name of ['etc/os-release', 'dragoman.env']) writeFileSync(join(root, name), settings);
  const wanted = Object.entries(fields).map(([name, letter]) => `f+ /${name} - - - - %${letter}\n`);
  writeFileSync(join(root, 'wanted.conf'), wanted.join(''));
  execFileSync('systemd-tmpfiles', ['--create', `--root=${root}`, join(root, 'wanted.conf')]);
  const script = readDeployFile('debian/with-settings').replaceAll('/etc/dragoman', root);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', 'env', '-0'], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const found = stdout.split('\0').map((line) => line.split(/=(.*)/s));
  const read = Object.keys(fields).map((name) => [name, readFileSync(join(root, name), 'utf8')]);
  expect(read).toContainEqual(['ID', 'postgres://a:b$c@host/d?e=1&f=`g`']);
  expect(found).toEqual(expect.arrayContaining(read.map((pair) => [...pair, ''])));
  rmSync(root, { recursive: true });
});

test('root never reads the settings, which the account of the service can change', () => {
  for (const name of [
    'dragoman',
    'package/dragoman-setup',
    'package/postinst',
    'package/postrm',
    'package/prerm',
  ]) {
    const script = readDeployFile(`debian/${name}`);
    expect(script, name).not.toMatch(/^.*(?:^|[\s;])(?:\.|source|eval) ["'/$].*$/m);
    const readers = script.match(/^.*with-settings.*$/gm) ?? [];
    expect(readers).toHaveLength(/^package\/p/.test(name) ? 0 : 1);
    for (const line of readers)
      expect(line).toMatch(/runuser -u dragoman -- \/\S+\/dragoman\/deploy\/debian\/with-settings/);
  }
});
