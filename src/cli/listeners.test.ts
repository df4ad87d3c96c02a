import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { explainListening, listenersOf, sharedPorts } from './listeners.ts';

const listeners = (env: Record<string, string>) =>
  listenersOf(loadConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', ...env }));

const failure = (code: string, port: number, address = '0.0.0.0') =>
  Object.assign(new Error('raw'), { code, syscall: 'listen', port, address });

test.each([
  ['EADDRINUSE', 'Port 8080 is taken: another program listens there.', 'DRAGOMAN_PUBLIC_PORT'],
  ['EADDRNOTAVAIL', 'This machine does not have the address 0.0.0.0.', 'DRAGOMAN_PUBLIC_HOST'],
  ['EACCES', 'This user may not listen on port 8080.', 'DRAGOMAN_PUBLIC_PORT'],
])('%s is explained with the setting that changes it', (code, detail, setting) => {
  expect(explainListening(failure(code, 8080), listeners({}))).toEqual({
    detail,
    remedy: expect.stringContaining(setting),
  });
});

test('a port that two listeners share is not blamed on another program', () => {
  const shared = listeners({ DRAGOMAN_CONSOLE_PORT: '8080' });
  expect(explainListening(failure('EADDRINUSE', 8080), shared)?.detail).toBe(
    'DRAGOMAN_PUBLIC_PORT and DRAGOMAN_CONSOLE_PORT are both 8080.',
  );
});

test('free ports and ports of other addresses are not shared', () => {
  expect(sharedPorts(listeners({ DRAGOMAN_CONSOLE_PORT: '0', DRAGOMAN_OPS_PORT: '0' }))).toEqual([]);
  const apart = { DRAGOMAN_PUBLIC_HOST: '192.0.2.1', DRAGOMAN_CONSOLE_PORT: '8080' };
  expect(sharedPorts(listeners(apart))).toEqual([]);
});

test('any other error is left as it is', () => {
  const error = Object.assign(new Error('raw'), { code: 'ENOTFOUND', syscall: 'connect' });
  expect(explainListening(error, listeners({}))).toBeUndefined();
});
