/** Documents on the console: uploaded by people, as live traffic of the browser, and seen by their team alone. */
import { beforeAll, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { type DocumentAnswer, download, uploadForm, watch } from '../support/document-client.ts';
import { letter, useDocumentServer } from '../support/document-server.ts';

const rig = useDocumentServer(5);
let team: string;
let member: ConsoleUser;
let viewer: ConsoleUser;
let stranger: ConsoleUser;
let translator: ConsoleUser;
let colleague: ConsoleUser;

beforeAll(async () => {
  const { consoleUrl } = rig.server;
  team = await seedTeam(rig.db, 'Harbour');
  const elsewhere = await seedTeam(rig.db, 'Elsewhere');
  await seedUser(rig.db, team, 'member@example.org', 'member');
  await seedUser(rig.db, team, 'viewer@example.org', 'viewer');
  for (const name of ['translator', 'colleague'])
    await seedUser(rig.db, team, `${name}@example.org`, 'translator');
  await seedUser(rig.db, elsewhere, 'stranger@example.org', 'owner');
  member = await signIn(consoleUrl, 'member@example.org');
  viewer = await signIn(consoleUrl, 'viewer@example.org');
  stranger = await signIn(consoleUrl, 'stranger@example.org');
  translator = await signIn(consoleUrl, 'translator@example.org');
  colleague = await signIn(consoleUrl, 'colleague@example.org');
});

const address = () => `${rig.server.consoleUrl}/api/teams/${team}/documents`;
const send = ({ token }: ConsoleUser, headers: Record<string, string> = {}) =>
  call<DocumentAnswer & ProblemAnswer>(address(), {
    method: 'POST',
    headers: { ...bearer(token), ...headers },
    body: uploadForm(letter, { target_lang: 'EO' }),
  });

test('a member uploads, watches, downloads and deletes; it is charged as live traffic of the browser', async () => {
  const { status, body } = await send(member);
  expect([status, body.name, body.mode]).toEqual([201, 'letter.txt', 'live']);
  const summary = await member.get<{ held: number }>(`/teams/${team}/usage/summary`);
  expect(summary.body.held === letter.characters || summary.body.held === 0).toBe(true);
  await watch(`${address()}/${body.id}`, member.token);
  const list = await viewer.get<{ documents: DocumentAnswer[] }>(`/teams/${team}/documents`);
  expect(list.body.documents.map(({ id, ready }) => [id, ready])).toEqual([[body.id, true]]);
  const result = await download(`${address()}/${body.id}/result`, member.token);
  expect([result.status, result.headers.get('content-type')]).toEqual([200, 'text/plain']);
  const again = await download(`${address()}/${body.id}/result`, member.token);
  expect([again.status, again.content]).toEqual([200, result.content]);
  const otherwise = await download(`${address()}/${body.id.replaceAll('-', '')}/result`, member.token);
  expect([otherwise.status, otherwise.content]).toEqual([200, result.content]);
  // Downloads by one person within an hour are one entry, however the id is written.
  const { rows: entries } = await rig.db.query(
    "SELECT actor_name, subject_id, details FROM audit_log WHERE team_id = $1 AND action = 'document.downloaded'",
    [team],
  );
  expect(entries).toEqual([{ actor_name: member.email, subject_id: body.id, details: {} }]);
  expect((await member.send('DELETE', `/teams/${team}/documents/${body.id}`)).status).toBe(204);
  const { rows } = await rig.db.query('SELECT mode, dialect, characters FROM calls WHERE team_id = $1', [
    team,
  ]);
  expect(rows).toEqual([{ mode: 'live', dialect: 'browser', characters: letter.characters }]);
});

test('a viewer may look and nothing else; for others there is no such team', async () => {
  const { body } = await send(member);
  await watch(`${address()}/${body.id}`, viewer.token);
  expect((await send(viewer)).status).toBe(403);
  expect((await download(`${address()}/${body.id}/result`, viewer.token)).status).toBe(403);
  expect((await viewer.send('DELETE', `/teams/${team}/documents/${body.id}`)).status).toBe(403);
  expect((await send(stranger)).status).toBe(404);
  expect((await stranger.get(`/teams/${team}/documents/${body.id}`)).status).toBe(404);
  expect((await download(`${address()}/${body.id}/result`, member.token)).status).toBe(200);
});

test('a translator sees, downloads and deletes their own documents, and no others', async () => {
  const { body: other } = await send(member);
  const keyed = { 'idempotency-key': 'a letter' };
  const { status, body } = await send(translator, keyed);
  expect([status, body.mode]).toEqual([201, 'live']);
  // An Idempotency-Key belongs to the person who sent it.
  expect((await send(translator, keyed)).body.id).toBe(body.id);
  const { body: sameKey } = await send(colleague, keyed);
  expect(sameKey.id).not.toBe(body.id);
  await watch(`${address()}/${body.id}`, translator.token);

  const idsOf = async (user: ConsoleUser) => {
    const list = await user.get<{ documents: DocumentAnswer[] }>(`/teams/${team}/documents`);
    return list.body.documents.map(({ id }) => id);
  };
  expect(await idsOf(translator)).toEqual([body.id]);
  expect(await idsOf(colleague)).toEqual([sameKey.id]);
  expect(await idsOf(member)).toEqual(expect.arrayContaining([body.id, sameKey.id, other.id]));
  const results = [];
  for (let i = 0; i < 3; i++)
    results.push(await download(`${address()}/${body.id}/result`, translator.token));
  expect(results.map((result) => result.status)).toEqual([200, 200, 200]);
  expect(new Set(results.map(({ content }) => `${content}`)).size).toBe(1);

  for (const id of [other.id, sameKey.id]) {
    const path = `/teams/${team}/documents/${id}`;
    expect((await translator.get(path)).status).toBe(404);
    expect((await download(`${address()}/${id}/result`, translator.token)).status).toBe(404);
    expect((await translator.send('DELETE', path)).status).toBe(404);
  }
  expect((await translator.send('DELETE', `/teams/${team}/documents/${body.id}`)).status).toBe(204);
  expect(await idsOf(translator)).toEqual([]);
});
