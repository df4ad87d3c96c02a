import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { examineAddress, splitAddress } from './listen-address.ts';

test.each([
  ['127.0.0.1:8080', '127.0.0.1', '8080'],
  ['[::1]:0', '::1', '0'],
  ['translate.internal:443', 'translate.internal', '443'],
])('%s is host and port', (value, host, port) => {
  expect(splitAddress(value)).toEqual({ host, port });
});

test.each(['8080', '::1:8080', 'http://127.0.0.1:8080', '127.0.0.1:', ':8080'])('%s is neither', (value) => {
  expect(() => splitAddress(value)).toThrow('An address is host:port');
});

test('a port in use is found, and what to do about it', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const finding = await examineAddress(`127.0.0.1:${port}`);
  expect(finding).toMatchObject({ ok: false, remedy: expect.stringContaining('choose another port') });
  await new Promise((resolve) => other.close(resolve));
  expect(await examineAddress(`127.0.0.1:${port}`)).toMatchObject({ ok: true });
});
