/** The image and the compose file, read as text: CI has no container engine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  knownVariables,
  type Manifest,
  readDeployFile,
  readYaml,
  repository,
} from '../support/deploy-files.ts';

// Lines that end with a backslash go on.
const instructions = readDeployFile('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const all = (name: string) =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
const [compose] = readYaml('compose.yaml') as [Manifest];
const services = Object.values<Manifest>(compose.services);

/** A tag, and what `scripts/pin-images` adds. */
const pinned = /^[a-z/]+:\d[\w.-]*(@sha256:[0-9a-f]{64})?$/;

test('every base image is pinned by its tag, and is a Debian', () => {
  const argument = all('ARG').find((line) => line.startsWith('NODE_IMAGE='));
  expect(argument).toMatch(/=node:24\.\d+\.\d+-bookworm-slim(@sha256:[0-9a-f]{64})?$/);
  for (const from of all('FROM')) expect(from).toMatch(/^\$\{NODE_IMAGE\}( AS build)?$/);
});

test('every file that is copied exists, and is let in by the ignore file', () => {
  const rules = readDeployFile('Dockerfile.dockerignore').split('\n');
  const sources = all('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(/\s+/).slice(0, -1));
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) {
    expect(existsSync(join(repository, source)), source).toBe(true);
    expect(rules).toContain(`!${source.split('/')[0]}`);
  }
  expect(rules).toContain('**/node_modules');
});

test('all that a package holds is copied', () => {
  const { files } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { files: string[] };
  // A file is copied with its folder.
  const folders = files
    .filter((each) => each !== 'dist' && !each.startsWith('!'))
    .map((each) => each.split('/')[0]);
  for (const folder of folders) expect(all('COPY')).toContain(`${folder} ${folder}`);
});

test('the image runs as a numbered user, asks its own listener how it is, and needs no curl', () => {
  expect(all('USER')).toEqual(['10001:10001']);
  expect(all('ENTRYPOINT').join()).toContain('tini');
  const [check = ''] = all('HEALTHCHECK');
  const script = /\/opt\/dragoman\/(deploy\/[\w.]+)/.exec(check)?.[1] ?? 'none';
  expect(existsSync(join(repository, script))).toBe(true);
  expect(instructions.join('\n')).not.toMatch(/curl|wget/);
});

test('compose: every variable is known, and every secret has to be given', () => {
  const environment = compose['x-dragoman'].environment as Record<string, string>;
  for (const name of Object.keys(environment)) expect(knownVariables).toContain(name);
  expect(environment.DATABASE_URL).toContain(`\${POSTGRES_PASSWORD:?`);
  expect(environment.DRAGOMAN_DATA_KEY).toMatch(/^\$\{DRAGOMAN_DATA_KEY:\?/);
  expect(readDeployFile('compose.yaml')).not.toMatch(/PASSWORD: +[^\s$]/);
});

test('compose: what a service names is there', () => {
  for (const service of services) {
    expect(service.image).toMatch(pinned);
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network);
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const volume of service.volumes ?? []) {
      expect(compose.volumes).toHaveProperty((volume as string).split(':')[0] ?? '');
    }
    for (const [name, { condition }] of Object.entries<Manifest>(service.depends_on ?? {})) {
      const other = compose.services[name];
      expect(other, name).toBeDefined();
      if (condition === 'service_healthy') expect(other.healthcheck.test).toBeDefined();
      if (condition === 'service_completed_successfully') expect(other.restart).toBe('no');
    }
  }
  expect(
    existsSync(join(repository, 'deploy', compose['x-dragoman'].build.context, 'deploy/Dockerfile')),
  ).toBe(true);
});

test('compose: TLS to Postgres and Valkey, with files that make-certificates writes', () => {
  const { DATABASE_URL = '', ...environment } = compose['x-dragoman'].environment as Record<string, string>;
  const authority = '/run/secrets/authority';
  expect(DATABASE_URL).toContain(`@postgres:5432/dragoman?sslmode=verify-full&sslrootcert=${authority}`);
  expect(environment).toMatchObject({ REDIS_URL: 'rediss://valkey:6379', NODE_EXTRA_CA_CERTS: authority });
  const command = /^deploy\/tls\/make-certificates deploy\/(certificates .*)$/m.exec(
    readDeployFile('../docs/run/install.md'),
  )?.[1];
  const scratch = mkdtempSync(join(tmpdir(), 'dragoman-compose-'));
  execFileSync(join(repository, 'deploy/tls/make-certificates'), command?.split(' ') ?? [], { cwd: scratch });
  for (const { file } of Object.values<Manifest>(compose.secrets))
    if (file !== undefined) expect(existsSync(join(scratch, file)), file).toBe(true);
  rmSync(scratch, { recursive: true });
  // Every secret that a command reads is one of its service's.
  for (const { command: [script = ''] = [], secrets = [] } of services)
    for (const [, secret] of script.matchAll(/\/run\/secrets\/(\w+)/g)) expect(secrets).toContain(secret);
  expect(compose.services.valkey.command[0]).toContain('--port 0 --tls-port 6379');
  for (const secret of ['deploy/.env', 'deploy/certificates'])
    expect(readDeployFile('Dockerfile.dockerignore').split('\n')).toContain(secret);
});

test('compose: nothing but the API is published, the dashboard on the loopback address alone', () => {
  const ports = services.flatMap((service) => service.ports ?? []);
  expect(ports).toEqual([`\${DRAGOMAN_PUBLISH:-127.0.0.1:8080}:8080`, '127.0.0.1:8081:8081']);
  expect(compose.networks.data.internal).toBe(true);
});

test('where docker compose is installed, it reads the file', () => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return;
  const file = join(repository, 'deploy/compose.yaml');
  const config = (env: NodeJS.ProcessEnv) =>
    spawnSync('docker', ['compose', '-f', file, 'config', '--quiet'], { env, encoding: 'utf8' });
  const { PATH, HOME } = process.env;
  expect(config({ PATH, HOME }).stderr).toMatch(/put it into deploy\/\.env/);
  expect(config({ PATH, HOME, POSTGRES_PASSWORD: 'x', DRAGOMAN_DATA_KEY: 'x' })).toMatchObject({ status: 0 });
});

test('digests are added to every image of another’s registry, and to ours none', () => {
  const copy = mkdtempSync(join(tmpdir(), 'dragoman-pins-'));
  const digest = `sha256:${'0a'.repeat(32)}`;
  const env = { PATH: `${copy}/bin:${process.env.PATH}` };
  const pin = (...args: string[]) =>
    spawnSync(join(copy, 'scripts/pin-images'), args, { encoding: 'utf8', env });
  try {
    for (const path of ['scripts/pin-images', 'deploy/Dockerfile', 'deploy/compose.yaml'])
      cpSync(join(repository, path), join(copy, path), { recursive: true });
    mkdirSync(join(copy, 'bin'));
    // Stands for a registry.
    writeFileSync(join(copy, 'bin/skopeo'), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
    for (let times = 0; times < 2; times++) expect(pin()).toMatchObject({ status: 0, stderr: '' });
    const compose = readFileSync(join(copy, 'deploy/compose.yaml'), 'utf8');
    expect(compose).toContain(`image: postgres:17-bookworm@${digest}\n`);
    expect(compose).toContain('image: dragoman:0.1.0\n');
    expect(readFileSync(join(copy, 'deploy/Dockerfile'), 'utf8')).toMatch(
      new RegExp(`^ARG NODE_IMAGE=node:[\\w.-]+@${digest}$`, 'm'),
    );
    expect(pin('--check')).toMatchObject({ status: 0, stdout: '' });
  } finally {
    rmSync(copy, { recursive: true });
  }
});
