/** systemd itself reads the units. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/lib/request-limits.ts';
import { executable } from '../support/command-line.ts';
import { readDeployFile } from '../support/deploy-files.ts';

const scratch = mkdtempSync(join(tmpdir(), 'dragoman-units-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const units = ['dragoman.service', 'dragoman-migrate.service', 'dragoman-worker.service'].map((name) => {
  const path = join(scratch, name);
  writeFileSync(path, readDeployFile(`debian/${name}`).replaceAll('/opt/dragoman/bin/dragoman', executable));
  return path;
});
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

test('every line is understood', () => {
  const { status, stderr } = analyze('verify', ...units);
  // The machine's own units may have faults as well.
  expect(stderr.split('\n').filter((line) => line.includes('dragoman'))).toEqual([]);
  expect(status).toBe(0);
});

test.each(units.map((path) => [basename(path), path]))(
  '%s may do little: systemd calls its exposure low',
  (_, unit) => {
    // In tenths; 96 without any hardening.
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', unit);
    expect(stdout).toContain('Overall exposure level');
    expect(status, stdout.split('\n').at(-2)).toBe(0);
  },
);

test('the worker is the server with other work and a file of its own', () => {
  const settings = (name: string) =>
    readDeployFile(`debian/${name}`)
      .split('\n')
      .filter((line) => !/^#|^Description=|worker\.env$/.test(line));
  const worker = settings('dragoman-worker.service');
  expect(worker.map((line) => line.replace(/dragoman worker$/, 'dragoman serve'))).toEqual(
    settings('dragoman.service'),
  );
  expect(worker).toContain('ExecStart=/opt/dragoman/bin/dragoman worker');
});

test('calls under way get their time when it stops, and the engines live that long', () => {
  const unit = readDeployFile('debian/dragoman.service');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(seconds).toBeGreaterThan(requestLimits.drainTimeoutMs / 1_000);
  expect(unit).toMatch(/^KillMode=mixed$/m);
});
