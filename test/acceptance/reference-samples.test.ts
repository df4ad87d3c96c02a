/** The samples of the API reference are programs: they run against a real server and get what they ask for. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestSamples } from '../../dashboard/src/components/request-samples.ts';
import { type ApiDocument, operationsOf } from '../../dashboard/src/pages/reference/document.ts';
import { librarySamples } from '../../dashboard/src/pages/reference/library-samples.ts';
import {
  exampleValues,
  type FormValues,
  sampleRequestOf,
} from '../../dashboard/src/pages/reference/operation-request.ts';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const service = useServer();
const run = promisify(execFile);
const file = new URL('../../docs/openapi.json', import.meta.url);
const operations = operationsOf(JSON.parse(readFileSync(file, 'utf8')) as ApiDocument);
const hasPython = spawnSync('python3', ['--version']).status === 0;
let db: Database;
let key: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  const teamId = await seedTeam(db, 'Harbour');
  const scopes = ['translate', 'usage', 'glossaries', 'keys'] as const;
  const made = await createKey(db, { teamId, name: 'Samples', mode: 'live', scopes }, testActor);
  key = made?.plain ?? '';
  // The engine starts with the first call, which may take longer than the call may.
  const body = { text: ['The house is big.'], target_lang: 'ES' };
  await vi.waitFor(async () => expect((await translate(service.server.url, key, body)).status).toBe(200), {
    timeout: 120_000,
    interval: 200,
  });
});
afterAll(() => db.end());

const commands: Readonly<Record<string, (code: string) => [string, string[]]>> = {
  curl: (code) => ['sh', ['-c', code]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  Python: (code) => ['python3', ['-c', code]],
  'deepl-node': (code) => [process.execPath, ['--input-type=module', '--eval', code]],
};

/** What the samples of an operation print, by language. */
async function outputsOf(id: string, change: (values: FormValues) => FormValues = (values) => values) {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  const values = change(exampleValues(operation));
  const { url } = service.server;
  const samples = [
    ...requestSamples(sampleRequestOf(operation, values, url)),
    ...librarySamples(operation, values, url),
  ].filter(({ name }) => name in commands && (hasPython || name !== 'Python'));
  const env = { ...process.env, DRAGOMAN_KEY: key };
  const outputs = samples.map(async ({ name, code }) => {
    const [command, args] = commands[name]?.(code) ?? ['false', []];
    return [name, (await run(command, args, { env })).stdout] as const;
  });
  return Object.fromEntries(await Promise.all(outputs));
}

/** Everything that a shell, a program or JSON could take for its own. */
const hostile = `It's "big": $HOME \`ls\` \${x} %s \\n\nñandú 日本 😀 !`;

test('a translation: each language sends the same text and gets the same answer', async () => {
  const body = JSON.stringify({
    text: [hostile],
    source_lang: 'EN',
    target_lang: 'ES',
    preserve_formatting: true,
    glossary_id: null,
  });
  const { curl = '', ...others } = await outputsOf('translate', (values) => ({ ...values, body }));
  const answer = JSON.parse(curl);
  expect(answer.translations[0].text).toContain(`\`ls\` \${x} %s`);
  expect(answer.characters).toBe([...hostile].length);
  expect(Object.keys(others)).toContain('JavaScript');
  for (const [name, output] of Object.entries(others)) expect(JSON.parse(output), name).toEqual(answer);
});

test('an operation of DeepL: the library gets the same translation', async () => {
  const outputs = await outputsOf('translateV2');
  expect(JSON.parse(outputs.curl ?? '').translations[0].text).toBe('La casa es grande.');
  expect(outputs['deepl-node']).toBe('La casa es grande.\n');
});

test.each(['readHealth', 'listLanguages', 'readUsage', 'createKey', 'createV2Glossary', 'readV2Usage'])(
  '%s: every sample runs',
  async (id) => {
    for (const [name, output] of Object.entries(await outputsOf(id)))
      expect(output.trim(), name).not.toBe('');
  },
);
