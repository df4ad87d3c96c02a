/** deploy/high-availability: what its programs and its page say of it. A cluster made from it: test/chaos/failover.test.ts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Manifest, readDeployFile, readYaml, repository } from '../support/deploy-files.ts';
import { adapt } from '../support/haproxy.ts';

const scratch = mkdtempSync(join(tmpdir(), 'dragoman-high-availability-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const example = (file: string) => readDeployFile(`high-availability/${file}`);
const [patroni] = readYaml('high-availability/patroni.yml') as [Manifest];
const page = readFileSync(join(repository, 'docs/operate/high-availability.md'), 'utf8');

/** Every setting of patroni.yml by its last name, every variable, and every word of haproxy.cfg with the one behind it. */
function settings(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (name: string, value: unknown) =>
    found.set(name, (found.get(name) ?? new Set()).add(String(value)));
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      note(name, inner);
      visit(inner);
    }
  };
  visit(patroni);
  for (const [, name = '', value] of example('etcd.env').matchAll(/^(\w+)=(.*)$/gm)) note(name, value);
  const words = example('haproxy.cfg').split(/\s+/);
  for (const [i, word] of words.entries()) note(word, words[i + 1]);
  return found;
}

test('the page gives the values of the files', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| `([^`]+)` \|/gm)];
  expect(rows.length).toBeGreaterThan(12);
  const known = settings();
  const wrong = rows.filter(([, name = '', value = '']) => known.get(name)?.has(value) !== true);
  expect(wrong.map(([row]) => row)).toEqual([]);
});

test('a leader has the time to renew its lock before it is replaced', () => {
  const { ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs;
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
});

test('nothing is acknowledged that only one machine has, and no former leader takes its lock back', () => {
  expect(patroni.bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(patroni.bootstrap.dcs.postgresql.parameters.synchronous_commit).toBe('on');
  // Patroni 3.0.2 of Debian 12 overwrites the lock of another by etcd3.
  expect(Object.keys(patroni)).not.toContain('etcd3');
  expect(example('etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m);
});

test('every connection to Postgres is encrypted and needs a password', () => {
  for (const line of patroni.postgresql.pg_hba) expect(line).toMatch(/^(local|hostssl) .* scram-sha-256$/);
  for (const user of Object.values<Manifest>(patroni.postgresql.authentication))
    expect(user.sslmode).toBe('verify-full');
});

test('HAProxy finds no fault in its file, nor openssl in the certificates', () => {
  const script = join(repository, 'deploy/high-availability/make-certificates');
  execFileSync(script, [scratch, 'node1=10.0.0.21,10.0.0.5']);
  const verified = execFileSync(
    'openssl',
    ['verify', '-verify_ip', '10.0.0.5', '-CAfile', 'ca.crt', 'node1.crt'],
    { cwd: scratch, encoding: 'utf8' },
  );
  expect(verified).toBe('node1.crt: OK\n');
  const file = join(scratch, 'haproxy.cfg');
  const text = adapt(example('haproxy.cfg'), {
    '    user haproxy\n    group haproxy\n': '',
    '/etc/haproxy/certs': scratch,
  });
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/);
  expect(status).toBe(0);
});
