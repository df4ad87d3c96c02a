/** Documents by the official Node library, unmodified; and the same calls as the other libraries write them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as deepl from 'deepl-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentsEnv, upload } from '../support/document-client.ts';
import { sample } from '../support/long-form.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { createDeeplClient } from './support/deepl-client.ts';
import { type Accepted, sampleDocuments } from './support/sample-documents.ts';

const context = useServer(documentsEnv().env);
const folder = mkdtempSync(join(tmpdir(), 'dragoman-compat-'));
const unknownId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';
let key: string;
let client: deepl.DeepLClient;
/** For the same team, with the right to write glossaries. */
let admin: deepl.DeepLClient;

beforeAll(async () => {
  const team = await createTeam(context.env);
  key = (await createKey(context.env, team)).plain;
  const scoped = await createKey(context.env, team, 'translate,glossaries');
  admin = createDeeplClient(scoped.plain, context.server.url);
  // More patience than its five seconds: a busy machine is not what is tested.
  client = createDeeplClient(key, context.server.url);
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

  // These calls do the same for every format, and the test above opens and assembles a file of each.
  test.for(sample(samples, 3))(
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
      /not supported.*conversion.*different document types/,
    ],
    ['a translation memory', () => send({ translationMemory: unknownId }), /translation memory/],
    ['a style rule list that there is not', () => send({ styleRule: unknownId }), /style rule list/],
    [
      'instructions that no engine follows',
      () => send({ extraRequestParameters: { custom_instructions: 'Be brief.' } }),
      /custom_instructions/,
    ],
    ['several glossaries without a source', () => send({ glossaryIds: [unknownId] }, null), /source/i],
    ['several glossaries of which one is not there', () => send({ glossaryIds: [unknownId] }), /glossary/i],
    [
      'a glossary in both members',
      () => send({ glossaryIds: [unknownId], extraRequestParameters: { glossary_id: unknownId } }),
      /glossary_id or glossary_ids/,
    ],
    ['a glossary without a source', () => send({ glossary: unknownId }, null), /source/i],
    ['a glossary that there is not', () => send({ glossary: unknownId }), /glossary/i],
  ])('%s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  test('a wrong document key and an unknown id have the same answer', async () => {
    const handle = await send();
    const wrong = client.getDocumentStatus({ ...handle, documentKey: 'F'.repeat(64) });
    const unknown = client.getDocumentStatus({
      ...handle,
      documentId: unknownId,
    });
    const messages = (await Promise.allSettled([wrong, unknown])).map((each) =>
      each.status === 'rejected' ? (each.reason as Error).message : 'answered',
    );
    expect(messages[0]).toMatch(/Not found/);
    expect(messages[0]).toBe(messages[1]);
  });

  test('a document that is already in the target language is an error, and costs nothing', async () => {
    const team = await createTeam(context.env, 'same');
    const { plain } = await createKey(context.env, team);
    const mine = createDeeplClient(plain, context.server.url);
    const spanish = Buffer.from('La casa es grande y el coche es rojo.');
    const handle = await mine.uploadDocument(spanish, null, 'es', { filename: 'a.txt' });
    const status = () => mine.getDocumentStatus(handle);
    await expect.poll(async () => (await status()).status, { timeout: 120_000 }).toBe('error');
    expect((await status()).errorMessage).toMatch(/^Source and target language are the same.*Spanish/);
    expect((await mine.getUsage()).character?.count).toBe(0);
  });

  test('a quota that does not cover it is the library’s own error', async () => {
    const poor = (await createKey(context.env, await createTeam(context.env, 'poor', 3))).plain;
    const mine = createDeeplClient(poor, context.server.url);
    await expect(mine.uploadDocument(text, 'en', 'es', { filename: 'a.txt' })).rejects.toThrow(
      deepl.QuotaExceededError,
    );
  });
});

test('several glossaries apply to one document, and each of them must have the languages', async () => {
  const glossary = (source: string, target: string, entries: Record<string, string>) =>
    admin.createGlossary('Terms', source as never, target as never, new deepl.GlossaryEntries({ entries }));
  const houses = await glossary('en', 'es', { house: 'vivienda' });
  const cars = await glossary('en', 'es', { car: 'automóvil', house: 'hogar' });
  const others = await glossary('es', 'en', { casa: 'home' });
  const text = Buffer.from('The house and the car.');
  const send = (...glossaryIds: deepl.GlossaryInfo[]) =>
    client.uploadDocument(text, 'en', 'es', {
      filename: 'a.txt',
      glossaryIds: glossaryIds.map(({ glossaryId }) => glossaryId),
    });
  const handle = await send(houses, cars);
  await expect.poll(() => isDone(handle), { timeout: 120_000 }).toBe(true);
  const to = join(folder, 'glossaries.txt');
  await client.downloadDocument(handle, to);
  expect(readFileSync(to, 'utf8')).toMatch(/vivienda.*automóvil/);
  await expect(send(houses, others)).rejects.toThrow(/No dictionary found/);
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
    expect(body.document_id).toMatch(/^[0-9A-F]{32}$/);
    expect(body.document_key).toMatch(/^[0-9A-F]{64}$/);
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
    await ask('/result');
    const result = await ask('/result');
    expect([result.status, await result.text()]).toEqual([200, 'La casa es grande.']);
    expect(result.headers.get('content-disposition')).toContain("''letter.txt");
  });
});
