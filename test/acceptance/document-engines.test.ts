/** Documents whose engine fails: waited for while it may come back, and given up as a whole. */
import { expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { type DocumentAnswer, download, watch } from '../support/document-client.ts';
import { letter, longLetter, useDocumentServer } from '../support/document-server.ts';
import { openServer } from '../support/server-process.ts';
import { openWorker } from '../support/worker-process.ts';

/** It takes uploads, and translates nothing. */
const rig = useDocumentServer(1, { DRAGOMAN_DOCUMENT_WORKERS: '0' });

const withWorkers = { DRAGOMAN_DOCUMENT_WORKERS: '2' };

test('without a worker a document waits, and nobody knows for how long', async () => {
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  expect(body).toMatchObject({ state: 'queued', seconds_remaining: null });
  await rig.remove(team, body.id);
});

test('an engine that fails now and then costs time and nothing else', async () => {
  const env = { DRAGOMAN_STUB_ENGINE: 'errorRate=0.3', DRAGOMAN_DOCUMENT_PATIENCE_S: '600' };
  const worker = await openWorker({ ...rig.env, ...withWorkers, ...env });
  const team = await rig.newTeam();
  const { body } = await rig.send(team, longLetter(300));
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)?.state).toBe('done');
  await expect.poll(() => worker.log()).toContain('an engine failed on a document');
  expect(await rig.charged(team)).toEqual([{ characters: body.characters, mode: 'live' }]);
  expect(await worker.stop()).toBe(0);
});

test('an engine that stays away ends in an error that says so; what was held is given back', async () => {
  const server = await openServer({ ...rig.env, ...withWorkers, DRAGOMAN_STUB_ENGINE: 'errorRate=1' });
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  expect(await rig.account(team)).toMatchObject({ held: letter.characters });
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)).toMatchObject({ state: 'error', ready: false, error: { code: 'engine_unavailable' } });
  expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 0 });
  expect(await rig.charged(team)).toEqual([]);
  expect((await download(`${rig.one(body.id)}/result`, team.key)).status).toBe(404);
  const { body: known } = await call<{ documents: DocumentAnswer[] }>(rig.address, {
    headers: bearer(team.key),
  });
  expect(known.documents.map(({ state }) => state)).toEqual(['error']);
  expect(await server.stop()).toBe(0);
});

test('an engine that the team may no longer use when its document runs is not asked', async () => {
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  await rig.db.query("UPDATE teams SET engines = '{another}' WHERE id = $1", [team.id]);
  const server = await openServer({ ...rig.env, ...withWorkers });
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)?.state).toBe('error');
  expect(await rig.charged(team)).toEqual([]);
  expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 0 });
  expect(await server.stop()).toBe(0);
});

test('a language pair that the key may no longer use when its document runs is not translated', async () => {
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  await rig.db.query(
    `INSERT INTO key_limits (key_id, team_id, language_pairs, period, used, held)
     SELECT id, team_id, '{DE-FR}', '2026-01-01', 0, 0 FROM api_keys WHERE team_id = $1`,
    [team.id],
  );
  const server = await openServer({ ...rig.env, ...withWorkers });
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)).toMatchObject({ state: 'error', error: { code: 'forbidden' } });
  expect(await rig.charged(team)).toEqual([]);
  expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 0 });
  expect(await server.stop()).toBe(0);
});

test('an engine that the key may no longer use when its document runs is not asked', async () => {
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  await rig.db.query(
    `SELECT limit_key(team_id, id, NULL, NULL, '{another}', NULL, NULL, NULL, NULL) FROM api_keys WHERE team_id = $1`,
    [team.id],
  );
  const server = await openServer({ ...rig.env, ...withWorkers });
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)).toMatchObject({ state: 'error', error: { code: 'forbidden' } });
  expect(await rig.charged(team)).toEqual([]);
  expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 0 });
  expect(await server.stop()).toBe(0);
});

test('a document that has lost its hold fails at its first start, and is not translated', async () => {
  const team = await rig.newTeam();
  const { body } = await rig.send(team, letter);
  await rig.db.query('SELECT release_hold($1, $2)', [team.id, body.id]);
  const server = await openServer({ ...rig.env, ...withWorkers });
  const seen = await watch(rig.one(body.id), team.key);
  expect(seen.at(-1)).toMatchObject({ state: 'error', error: { code: 'internal_error' } });
  const { rows } = await rig.db.query('SELECT starts FROM documents WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ starts: 1 }]);
  expect(await rig.charged(team)).toEqual([]);
  expect(await server.stop()).toBe(0);
});
