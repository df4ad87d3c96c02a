/** The largest glossaries, as the libraries send and read them: nobody else waits for them. */
import { beforeAll, expect, test } from 'vitest';
import { measured } from '../support/event-loop-reports.ts';
import { leewayInGate, sample } from '../support/long-form.ts';
import { useServerProcess } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';
import { form, formType, libraryKey } from './support/exchange.ts';

const reports = measured();
const context = useServerProcess({ ...reports.env, DRAGOMAN_LOG_LEVEL: 'warn' });
const mebibyte = 1024 * 1024;
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
});

/** Some 9 MiB as TSV, and little more in a form. */
const large = Array.from({ length: 150_000 }, (_, i) => {
  const number = String(i).padStart(20, '0');
  return `source-term-${number}\ttarget-term-${number}`;
}).join('\n');
const dictionary = { source_lang: 'en', target_lang: 'es', entries: large, entries_format: 'tsv' };

async function ask(method: string, path: string, type?: string, body?: string) {
  const headers = { ...libraryKey(team.key), ...(type && { 'content-type': type }) };
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${context.server.url}${path}`, init);
  return { status: response.status, text: await response.text() };
}

async function heldMs(): Promise<number> {
  return (await reports.next(context.server.pid)).byOwnWork.maxMs;
}

const nested = Object.fromEntries(
  Object.entries(dictionary).map(([name, value]) => [`dictionaries[0].${name}`, value]),
);

/** The gate sends each path and each type once. */
const bodies: readonly (readonly [name: string, path: string, type: string, body: () => string])[] = [
  ['a form to /v2', '/v2/glossaries', formType, () => form({ name: 'x', ...dictionary })],
  [
    'JSON to /v3',
    '/v3/glossaries',
    'application/json',
    () => JSON.stringify({ name: 'x', dictionaries: [dictionary] }),
  ],
  ['JSON to /v2', '/v2/glossaries', 'application/json', () => JSON.stringify({ name: 'x', ...dictionary })],
  ['a form to /v3', '/v3/glossaries', formType, () => form({ name: 'x', ...nested })],
];

test.each(sample(bodies, 2))(
  '9 MiB, %s: taken, merged and given back without holding up the event loop',
  async (_name, path, type, bodyOf) => {
    const body = bodyOf();
    expect(Buffer.byteLength(body)).toBeGreaterThan(9 * mebibyte);
    expect(Buffer.byteLength(body)).toBeLessThan(11 * mebibyte);
    await heldMs();
    const created = await ask('POST', path, type, body);
    expect(created.status).toBe(201);
    const { glossary_id } = JSON.parse(created.text) as { glossary_id: string };
    expect((await ask('GET', `/v2/glossaries/${glossary_id}/entries`)).text).toBe(large);
    const v3 = `/v3/glossaries/${glossary_id}`;
    const one = { dictionaries: [{ ...dictionary, entries: 'one more\tx' }] };
    expect((await ask('PATCH', v3, 'application/json', JSON.stringify(one))).status).toBe(200);
    const read = await ask('GET', `${v3}/entries?source_lang=en&target_lang=es`);
    const { dictionaries } = JSON.parse(read.text) as { dictionaries: { entries: string }[] };
    expect(dictionaries[0]?.entries).toBe(`${large}\none more\tx`);
    const held = await heldMs();
    process.stderr.write(`event loop held for ${Math.round(held)} ms at most\n`);
    expect(held).toBeLessThan(leewayInGate(100));
  },
);

test('a body over 11 MiB: 413', async () => {
  const body = form({ name: 'x', ...dictionary, padding: 'x'.repeat(2 * mebibyte) });
  for (const path of ['/v2/glossaries', '/v3/glossaries']) {
    expect((await ask('POST', path, formType, body)).status).toBe(413);
  }
});
