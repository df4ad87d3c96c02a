/**
 * The shell blocks for machines that a test does not have, marked `elsewhere`, run as they stand: programs with the names of Docker and
 * kubectl check what they are given, and run here what would run in a container. Backup and restore are real.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dragomanJson, type Env, executable } from '../support/command-line.ts';
import { documentationPages, fencedBlocks } from '../support/fenced-blocks.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../support/postgres.ts';
import { runShell } from '../support/run-shell.ts';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-elsewhere-'));
const database = randomDatabaseName();
const standIns = resolve('test/support/stand-ins');
const url = new URL(databaseUrl(database));
const env: Env = {
  PATH: `${join(folder, 'bin')}:${standIns}:${dirname(process.execPath)}:${process.env.PATH}`,
  DATABASE_URL: url.href,
  REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  DRAGOMAN_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  // What `pg_dump` and the others read.
  PGHOST: url.hostname,
  PGPORT: url.port || '5432',
  PGUSER: decodeURIComponent(url.username),
  PGPASSWORD: decodeURIComponent(url.password),
  PGDATABASE: database,
};

beforeAll(async () => {
  await createDatabase(database);
  cpSync('deploy', join(folder, 'deploy'), { recursive: true });
  for (const secret of ['.env', 'certificates'])
    rmSync(join(folder, 'deploy', secret), { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'));
  symlinkSync(executable, join(folder, 'bin/dragoman'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabase(database);
});

async function walk(page: string, more: Env = {}): Promise<string> {
  const blocks = fencedBlocks(page).filter(({ marks }) => marks.includes('elsewhere'));
  expect(blocks.length, page).toBeGreaterThan(0);
  const { code, stdout, stderr } = await runShell(blocks.map(({ content }) => content).join('\n'), folder, {
    ...env,
    ...more,
  });
  expect({ code, stderr: code === 0 ? '' : stderr + stdout }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const walked = [
  'docs/run/install.md',
  'docs/operate/backup.md',
  'docs/run/tls.md',
  'docs/operate/high-availability.md',
  'docs/operate/operators.md',
  'docs/run/data.md',
];

test('no page with such blocks is left out', () => {
  const marked = documentationPages().filter((page) =>
    fencedBlocks(page).some(({ marks }) => marks.includes('elsewhere')),
  );
  expect(marked.toSorted()).toEqual(walked.toSorted());
});

test('an installation in containers and on Kubernetes is set up, backed up and restored', async () => {
  // The reader's own authority.
  await runShell('deploy/tls/make-certificates authority example', folder, env);
  copyFileSync(join(folder, 'authority/ca.crt'), join(folder, 'ca.crt'));
  expect(await walk('docs/run/install.md')).toContain('/v1/translate');
  const teams = () => dragomanJson<{ teams: { name: string }[] }>(['team', 'list'], env);
  const before = await teams();
  expect(before.teams.map(({ name }) => name).sort()).toEqual(['engines', 'my-team']);
  await walk('docs/operate/backup.md');
  expect(await teams()).toEqual(before);
});

test('certificates are made for servers and for the machines of a database', async () => {
  await walk('docs/run/tls.md');
  await walk('docs/operate/high-availability.md');
});

test('an operator gets a role, and a team is erased', async () => {
  const create = ['user', 'create', '--email', 'ines@example.org', '--team', 'my-team', '--role', 'member'];
  await dragomanJson(create, env);
  await walk('docs/operate/operators.md');
  const { team } = await dragomanJson<{ team: { id: string } }>(
    ['team', 'create', '--name', 'Name of the team'],
    env,
  );
  await walk('docs/run/data.md', { TEAM: team.id });
});
