/**
 * A key that is revoked, or whose team is suspended, while its call is under way: the key was good when the call began,
 * so the server asks for the body ("100 Continue"); then it is revoked; then the body comes. Nothing may be changed by
 * it any more.
 */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, explanationOf, type ProblemAnswer } from '../support/api-client.ts';
import { type GlossaryKeeper, newGlossaryKeeper } from '../support/glossary-keeper.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const context = useServer();
let team: GlossaryKeeper;
let db: Database;
let styleId: string;

beforeAll(async () => {
  db = openTestPool(context.env.DATABASE_URL ?? '');
  team = await newGlossaryKeeper(context.server.url, context.env);
  const list = { name: 'Web shop', language: 'es' };
  styleId = (await team.send<{ style_id: string }>('POST', '/v3/style_rules', list)).body.style_id;
});
afterAll(() => db.end());

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Makes the call; `beforeBody` runs when the server has looked at the key and before any of the body is sent. */
async function interrupted({ method, path, body }: Write, key: string, beforeBody: () => Promise<unknown>) {
  const content = JSON.stringify(body);
  const headers = {
    ...bearer(key),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(content)),
    expect: '100-continue',
  };
  const request = httpRequest(`${context.server.url}${path}`, { method, headers });
  request.flushHeaders();
  await once(request, 'continue');
  await beforeBody();
  const answered = once(request, 'response');
  request.end(content);
  const [response] = (await answered) as [IncomingMessage];
  const answer = response.statusCode === 204 ? undefined : await json(response);
  return { status: response.statusCode, body: answer as ProblemAnswer | undefined };
}

const entries = [{ source: 'dog', target: 'perro' }];
const asText = { source_lang: 'EN', target_lang: 'ES', entries: 'dog\tperro', entries_format: 'tsv' };

const writes: [name: string, success: number, refusal: number, write: (id: string) => Write][] = [
  ['POST /v1/glossaries', 201, 401, () => ({ method: 'POST', path: '/v1/glossaries', body: { name: 'x' } })],
  [
    'PATCH /v1/glossaries/{id}',
    200,
    401,
    (id) => ({ method: 'PATCH', path: `/v1/glossaries/${id}`, body: { name: 'x' } }),
  ],
  [
    'DELETE /v1/glossaries/{id}',
    204,
    401,
    (id) => ({ method: 'DELETE', path: `/v1/glossaries/${id}`, body: {} }),
  ],
  [
    'PUT …/dictionaries/en/es',
    200,
    401,
    (id) => ({ method: 'PUT', path: `/v1/glossaries/${id}/dictionaries/en/es`, body: { entries } }),
  ],
  [
    'PATCH …/dictionaries/en/es',
    200,
    401,
    (id) => ({ method: 'PATCH', path: `/v1/glossaries/${id}/dictionaries/en/es`, body: { entries } }),
  ],
  [
    'DELETE …/dictionaries/en/es',
    204,
    401,
    (id) => ({ method: 'DELETE', path: `/v1/glossaries/${id}/dictionaries/en/es`, body: {} }),
  ],
  [
    'POST /v2/glossaries',
    201,
    403,
    () => ({ method: 'POST', path: '/v2/glossaries', body: { name: 'x', ...asText } }),
  ],
  [
    'DELETE /v2/glossaries/{id}',
    204,
    403,
    (id) => ({ method: 'DELETE', path: `/v2/glossaries/${id}`, body: {} }),
  ],
  ['POST /v3/glossaries', 201, 403, () => ({ method: 'POST', path: '/v3/glossaries', body: { name: 'x' } })],
  [
    'PATCH /v3/glossaries/{id}',
    200,
    403,
    (id) => ({ method: 'PATCH', path: `/v3/glossaries/${id}`, body: { dictionaries: [asText] } }),
  ],
  [
    'PUT /v3/…/dictionaries',
    200,
    403,
    (id) => ({ method: 'PUT', path: `/v3/glossaries/${id}/dictionaries`, body: asText }),
  ],
  [
    'POST /v3/style_rules',
    201,
    403,
    () => ({ method: 'POST', path: '/v3/style_rules', body: { name: 'x', language: 'es' } }),
  ],
  [
    'POST /v3/style_rules/{id}/custom_instructions',
    201,
    403,
    () => ({
      method: 'POST',
      path: `/v3/style_rules/${styleId}/custom_instructions`,
      body: { label: 'x', prompt: 'x' },
    }),
  ],
  ['POST /v1/keys', 201, 401, () => ({ method: 'POST', path: '/v1/keys', body: { name: 'x' } })],
];

async function state(id: string): Promise<unknown> {
  const [glossaries, styles, audit, keys] = await Promise.all([
    team.get('/v1/glossaries?limit=100'),
    team.get('/v3/style_rules?detailed=true&page_size=25'),
    team.get<{ entries: { action: string }[] }>('/v1/audit?limit=100'),
    team.get<{ keys: unknown[] }>('/v1/keys?state=active&limit=100'),
  ]);
  const changes = audit.body.entries.filter(({ action }) => !/^(key|team)[.]/.test(action));
  return [glossaries.body, styles.body, changes, keys.body.keys.length, await team.entriesOf(id)];
}

test.each(writes)(
  '%s by a key that is revoked while the body is on its way: key_revoked, and nothing changes',
  async (_name, success, refusal, write) => {
    const id = await team.made();
    const before = await state(id);
    const key = await createKey(context.env, team.id, 'translate,keys,glossaries');
    const revoke = async () => expect((await team.send('DELETE', `/v1/keys/${key.id}`)).status).toBe(204);
    const { status, body } = await interrupted(write(id), key.plain, revoke);
    expect([status, body?.code]).toEqual([refusal, 'key_revoked']);
    expect(await state(id)).toEqual(before);
    // The call itself is a good one.
    expect((await interrupted(write(id), team.key, async () => undefined)).status).toBe(success);
  },
);

test.each(writes)(
  '%s by a key whose team is suspended while the body is on its way: forbidden, and nothing changes',
  async (_name, _success, _refusal, write) => {
    const id = await team.made();
    const before = await state(id);
    const suspend = () => suspendTeam(db, team.id, 'unpaid', testActor);
    const { status, body } = await interrupted(write(id), team.key, suspend);
    await resumeTeam(db, team.id, 'paid', testActor);
    expect([status, body?.code]).toEqual([403, 'forbidden']);
    expect(body && explanationOf(body)).toContain('suspended');
    expect(await state(id)).toEqual(before);
  },
);
