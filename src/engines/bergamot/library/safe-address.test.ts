import { expect, test } from 'vitest';
import { safeFilesAddress } from './safe-address.ts';

const remote = 'https://example.org/db/models.json';

test.each([
  'http://127.0.0.1:9200',
  'https://localhost',
  'https://localhost.',
  'https://some.localhost',
  'https://0x7f.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://0.0.0.0',
])('a remote list may not name %s', (base) => {
  expect(() => safeFilesAddress(base, remote)).toThrow('on this machine');
});

test('a list on this machine may name this machine, and each may name another', () => {
  const local = 'http://127.0.0.1:8000/files';
  expect(safeFilesAddress(local, 'http://localhost/db/models.json')).toBe(local);
  for (const other of ['https://example.net/files', 'https://localhost.example.org'])
    expect(safeFilesAddress(other, remote)).toBe(other);
  expect(() => safeFilesAddress('http://example.net', remote)).toThrow('safely');
});

test('slashes at the end are removed, however many there are', () => {
  expect(safeFilesAddress(`https://example.net/files${'/'.repeat(100_000)}`, remote)).toBe(
    'https://example.net/files',
  );
  const inside = `https://example.net/${'/'.repeat(100_000)}files`;
  expect(safeFilesAddress(inside, remote)).toBe(inside);
});
