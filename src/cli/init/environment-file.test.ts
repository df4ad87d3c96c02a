import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { formatEnvironment, parseEnvironment } from './environment-file.ts';

const settings = {
  DATABASE_URL: 'postgres:///dragoman?host=/run/postgresql&user=dragoman',
  REDIS_URL: 'redis://:p%40ss$word@cache:6379,redis://b:6379',
  DRAGOMAN_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  DRAGOMAN_PUBLIC_HOST: '0.0.0.0',
  DRAGOMAN_DATA_KEY: 'aGVsbG8gd29ybGQ+/w==',
};

test('what is written is read back as it was', () => {
  expect(parseEnvironment(formatEnvironment(settings))).toEqual(settings);
});

test('a shell reads the same', () => {
  const script = `set -a\n${formatEnvironment(settings)}exec env -0`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  for (const [name, value] of Object.entries(settings)) {
    expect(output.split('\0')).toContain(`${name}=${value}`);
  }
});

test.each(["it's", 'back\\slash', 'two\nlines'])(
  '%j is refused: not every reader takes it alike',
  (value) => {
    expect(() => formatEnvironment({ X: value })).toThrow('X contains a quote');
  },
);
