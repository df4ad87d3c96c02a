/** Where documents' files are kept: the same promises of a folder and of an S3-compatible store. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { FileStore } from '../../src/store/files/file-store.ts';
import { openFileStore } from '../../src/store/files/open-file-store.ts';
import { signV4 } from '../../src/store/files/sign-v4.ts';

const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const folder = join(mkdtempSync(join(tmpdir(), 'dragoman-files-')), 'documents');
const objects = new Map<string, Buffer>();
/** What the store does next, before it serves again. */
let faults: ('busy' | 'hang up' | 'redirect' | 'refuse')[] = [];
let requests = 0;
let server: Server;

/** As much of S3 as is used: it checks every signature, by the time and the digest that came with it. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests++;
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault === 'hang up') return request.socket.destroy();
    if (fault === 'busy') return response.writeHead(503).end('SlowDown');
    if (fault === 'redirect') return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    const { method = '', headers, url = '' } = request;
    const digest = createHash('sha256').update(body).digest('hex');
    const signed = {
      'x-amz-content-sha256': String(headers['x-amz-content-sha256']),
      'x-amz-date': String(headers['x-amz-date']),
    };
    const key = { accessKeyId: 'key', secretAccessKey: secret, region: 'eu-north-1', service: 's3' };
    const address = new URL(url, `http://${headers.host}`);
    const wanted = signV4({ method, url: address, headers: signed, payloadSha256: digest }, key);
    if (fault === 'refuse' || headers.authorization !== wanted)
      return response.writeHead(403).end('AccessDenied');
    if (method === 'PUT') objects.set(url, body);
    if (method === 'DELETE') objects.delete(url);
    const found = objects.get(url);
    if (method === 'GET') return response.writeHead(found ? 200 : 404).end(found ?? 'NoSuchKey');
    return response.writeHead(method === 'DELETE' ? 204 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  faults = [];
});

const open = (documents: string, more: Record<string, string> = {}): FileStore => {
  const { store } = loadConfig({
    DATABASE_URL: 'postgres://x/y',
    DRAGOMAN_DOCUMENTS: documents,
    ...more,
  }).documents;
  if (store === undefined) throw new Error('there is no store');
  return openFileStore(store);
};
const bucket = (secretKey = secret) =>
  open('s3://letters/of/teams', {
    DRAGOMAN_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    DRAGOMAN_S3_REGION: 'eu-north-1',
    DRAGOMAN_S3_ACCESS_KEY: 'key',
    DRAGOMAN_S3_SECRET_KEY: secretKey,
  });

describe.each<[string, () => FileStore]>([
  ['a folder', () => open(`file://${folder}`)],
  ['a bucket', () => bucket()],
])('%s', (_name, store) => {
  test('gives back what it was given, whole; what is not there is undefined; a deletion may be repeated', async () => {
    const content = Buffer.alloc(3_000_000, 'sealed');
    await store().write('name-1', content);
    expect((await store().read('name-1'))?.equals(content)).toBe(true);
    expect(await store().read('name-2')).toBeUndefined();
    await store().delete('name-1');
    await store().delete('name-1');
    expect(await store().read('name-1')).toBeUndefined();
  });
});

test('a folder is nobody else’s, and has no half-written file', async () => {
  await open(`file://${folder}`).write('name', Buffer.from('x'));
  expect(readdirSync(folder)).toEqual(['name']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'name')).mode & 0o777).toBe(0o600);
});

test('objects are under the prefix', async () => {
  await bucket().write('name', Buffer.from('x'));
  expect([...objects.keys()]).toEqual(['/letters/of/teams/name']);
});

test('a store that is busy or breaks off is asked again, and then given up', async () => {
  faults = ['busy', 'hang up'];
  await bucket().write('again', Buffer.from('x'));
  expect(faults).toEqual([]);
  faults = ['busy', 'busy', 'busy'];
  await expect(bucket().read('again')).rejects.toThrow('the file store answered 503');
});

test('a wrong key is told at once, a redirect is not followed, and neither names a file', async () => {
  const before = requests;
  const refusal = await bucket('wrong')
    .read('name')
    .catch((error: Error) => error.message);
  expect([refusal, requests - before]).toEqual(['the file store answered 403', 1]);
  faults = ['redirect', 'redirect', 'redirect'];
  await expect(bucket().read('name')).rejects.toThrow('the file store cannot be reached');
});

test.each([
  ['nothing of the kind', { DRAGOMAN_DOCUMENTS: 'ftp://x' }, /DRAGOMAN_DOCUMENTS must be/],
  ['a bucket without keys', { DRAGOMAN_DOCUMENTS: 's3://x' }, /DRAGOMAN_S3_ACCESS_KEY/],
  [
    'a file of a key that is not there',
    {
      DRAGOMAN_DOCUMENTS: 's3://x',
      DRAGOMAN_S3_ACCESS_KEY_FILE: '/nonexistent',
      DRAGOMAN_S3_SECRET_KEY: 'x',
    },
    /cannot be read/,
  ],
])('the configuration is refused with %s', (_name, env, message) => {
  expect(() => loadConfig({ DATABASE_URL: 'postgres://x/y', ...env })).toThrow(message);
});
