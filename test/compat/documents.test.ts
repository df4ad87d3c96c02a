/** Documents by the official Node library, unmodified; and the same calls as the other libraries write them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as deepl from 'deepl-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentsEnv, upload } from '../support/document-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { type Accepted, sampleDocuments } from './support/sample-documents.ts';

const context = useServer(documentsEnv().env);
const folder = mkdtempSync(join(tmpdir(), 'dragoman-compat-'));
let key: string;
let client: deepl.DeepLClient;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
  // More patience than its five seconds: a busy machine is not what is tested.
  client = new deepl.DeepLClient(key, { serverUrl: context.server.url, minTimeout: 60_000 });
});

const isDone = async (handle: deepl.DocumentHandle) => (await client.getDocumentStatus(handle)).done();

// At once: the library sleeps for five seconds between two questions.
describe.concurrent('every format', () => {
  const samples = sampleDocuments.map((sample) => [sample.name, sample] as const);

  test.for(samples)('%s by translateDocument, from file to file', async ([name, sample], { expect }) => {
    const [from, to] = [join(folder, name), join(folder, `es-${name}`)];
    writeFileSync(from, sample.content);
    const status = await client.translateDocument(from, to, 'en', 'es');
    expect([status.done(), status.billedCharacters]).toEqual([true, sample.characters]);
    sample.check(readFileSync(to));
  });

  test.for(samples)(
    '%s by uploadDocument, getDocumentStatus and downloadDocument, without a source language',
    async ([name, sample], { expect }) => {
      const handle = await client.uploadDocument(Buffer.from(sample.content), null, 'es', { filename: name });
      const first = await client.getDocumentStatus(handle);
      expect(first.ok()).toBe(true);
      if (!first.done()) expect(first.secondsRemaining).toBeGreaterThan(0);
      await expect.poll(() => isDone(handle), { timeout: 120_000 }).toBe(true);
      expect((await client.getDocumentStatus(handle)).billedCharacters).toBe(sample.characters);
      const to = join(folder, `detected-${name}`);
      await client.downloadDocument(handle, to);
      sample.check(readFileSync(to));
    },
  );
});

describe('what goes wrong', () => {
  const text = Buffer.from('The house is big.');
  const send = (
    options: deepl.DocumentTranslateOptions = {},
    source: deepl.SourceLanguageCode | null = 'en',
  ) => client.uploadDocument(text, source, 'es', { filename: 'a.txt', ...options });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a kind of file that is not known', () => send({ filename: 'a.xyz' }), /file extension/],
    [
      'an unknown target',
      () => client.uploadDocument(text, 'en', 'tlh' as never, { filename: 'a.txt' }),
      /target_lang/,
    ],
    [
      'another output format',
      () => send({ extraRequestParameters: { output_format: 'pdf' } }),
      /output_format/,
    ],
    [
      'a glossary without a source',
      () => send({ glossary: '01a1dd01-735d-75c5-a1fc-6551c020c92d' }, null),
      /source/i,
    ],
    [
      'a glossary that there is not',
      () => send({ glossary: '01a1dd01-735d-75c5-a1fc-6551c020c92d' }),
      /glossary/i,
    ],
  ])('%s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  test('a wrong document key and an unknown id have the same answer', async () => {
    const handle = await send();
    const wrong = client.getDocumentStatus({ ...handle, documentKey: 'F'.repeat(64) });
    const unknown = client.getDocumentStatus({
      ...handle,
      documentId: '01a1dd01-735d-75c5-a1fc-6551c020c92d',
    });
    const messages = (await Promise.allSettled([wrong, unknown])).map((each) =>
      each.status === 'rejected' ? (each.reason as Error).message : 'answered',
    );
    expect(messages[0]).toMatch(/Not found/);
    expect(messages[0]).toBe(messages[1]);
  });

  test('a quota that does not cover it is the library’s own error', async () => {
    const poor = (await createKey(context.env, await createTeam(context.env, 'poor', 3))).plain;
    const mine = new deepl.DeepLClient(poor, { serverUrl: context.server.url });
    await expect(mine.uploadDocument(text, 'en', 'es', { filename: 'a.txt' })).rejects.toThrow(
      deepl.QuotaExceededError,
    );
  });
});

describe('as the other libraries write it', () => {
  const address = (path: string) => `${context.server.url}${path}`;
  const file = { name: '/home/me/letter.txt', content: 'The house is big.' };
  const accept = (path: string) =>
    upload<Accepted>(address(path), key, file, { target_lang: 'ES', source_lang: 'EN' });

  test.each<[string, string, (documentKey: string) => RequestInit]>([
    ['a form', '/v2/document', (document_key) => ({ body: new URLSearchParams({ document_key }) })],
    [
      'JSON and slashes too many',
      '//v2/document/',
      (document_key) => ({
        body: JSON.stringify({ document_key }),
        headers: { 'content-type': 'application/json' },
      }),
    ],
  ])('%s', async (_name, path, write) => {
    const { body } = await accept(path);
    const ask = (suffix: string) => {
      const init = write(body.document_key);
      const headers = { ...init.headers, authorization: `DeepL-Auth-Key ${key}` };
      return fetch(address(`/v2/document/${body.document_id}${suffix}`), {
        ...init,
        method: 'POST',
        headers,
      });
    };
    const status = async () =>
      (await (await ask('/')).json()) as { status: string; billed_characters?: number };
    await expect.poll(async () => (await status()).status, { timeout: 120_000 }).toBe('done');
    expect((await status()).billed_characters).toBe(17);
    const result = await ask('/result');
    expect([result.status, await result.text()]).toEqual([200, 'La casa es grande.']);
    expect(result.headers.get('content-disposition')).toContain("''letter.txt");
  });
});
