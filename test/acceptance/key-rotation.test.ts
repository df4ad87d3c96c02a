import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { createKey } from '../support/seed.ts';
import { openServer, useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam } from '../support/team-api.ts';

const context = useServer();
const hello = { text: ['Hello'], target_lang: 'ES' };

test('rotation without downtime: two keys in parallel, the old one’s last use stands still, revoke, key_revoked', async () => {
  const owner = await newTeam(context.server.url, context.env);
  const second = await openServer(context.env);
  const nodes = [context.server.url, second.url];
  const old = await createKey(context.env, owner.id);
  const lastUsed = async (id: string) =>
    (await owner.get<KeyAnswer>(`/v1/keys/${id}`)).body.last_used_at ?? '';

  // The old key is in use, and its last use moves.
  expect((await translate(nodes[0] ?? '', old.plain, hello)).status).toBe(200);
  await expect.poll(() => lastUsed(old.id), { timeout: 120_000 }).not.toBe('');
  const firstUse = await lastUsed(old.id);
  expect((await translate(nodes[1] ?? '', old.plain, hello)).status).toBe(200);
  await expect.poll(() => lastUsed(old.id), { timeout: 120_000 }).not.toBe(firstUse);

  // A second key is made and deployed, while the first still works.
  const fresh = (await owner.send<KeyAnswer>('POST', '/v1/keys', { name: 'next' })).body;
  const both = await Promise.all(
    nodes.map((url, i) => translate(url, i === 0 ? old.plain : fresh.key, hello)),
  );
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);

  // Now only the new one is used: the old one's last use stands still.
  const stood = await lastUsed(old.id);
  for (let i = 0; i < 6; i++) {
    expect((await translate(nodes[i % 2] ?? '', fresh.key, hello)).status).toBe(200);
    await delay(400);
  }
  expect(await lastUsed(old.id)).toBe(stood);
  expect((await lastUsed(fresh.id)) > stood).toBe(true);

  expect((await owner.send('DELETE', `/v1/keys/${old.id}`)).status).toBe(204);
  for (const url of nodes) {
    const answer = await translate<{ code: string }>(url, old.plain, hello);
    expect([answer.status, answer.body.code]).toEqual([401, 'key_revoked']);
    expect((await translate(url, fresh.key, hello)).status).toBe(200);
  }
  const { keys } = await dragomanJson<{ keys: KeyAnswer[] }>(
    ['key', 'list', '--team', owner.id],
    context.env,
  );
  expect(keys.map(({ id, revoked_at }) => [id, revoked_at === null])).toEqual([
    [owner.keyId, true],
    [old.id, false],
    [fresh.id, true],
  ]);
  expect(await second.stop()).toBe(0);
});
