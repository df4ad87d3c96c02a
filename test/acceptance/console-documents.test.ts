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

beforeAll(async () => {
  const { consoleUrl } = rig.server;
  team = await seedTeam(rig.db, 'Harbour');
  const elsewhere = await seedTeam(rig.db, 'Elsewhere');
  await seedUser(rig.db, team, 'member@example.org', 'member');
  await seedUser(rig.db, team, 'viewer@example.org', 'viewer');
  await seedUser(rig.db, elsewhere, 'stranger@example.org', 'owner');
  member = await signIn(consoleUrl, 'member@example.org');
  viewer = await signIn(consoleUrl, 'viewer@example.org');
  stranger = await signIn(consoleUrl, 'stranger@example.org');
});

const address = () => `${rig.server.consoleUrl}/api/teams/${team}/documents`;
const send = ({ token }: ConsoleUser) =>
  call<DocumentAnswer & ProblemAnswer>(address(), {
    method: 'POST',
    headers: bearer(token),
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
