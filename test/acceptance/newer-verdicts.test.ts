/** During an upgrade an older node meets the charge of a newer version, with verdicts that it has never heard of. */
import { expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer({
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
});

test('a verdict of a newer version is service_unavailable, and nothing is charged', async () => {
  const { rows } = await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query<{ definition: string }>(
      "SELECT pg_get_functiondef('charge_calls_with_tag'::regproc) AS definition",
    ),
  );
  const known = "WHEN call.is_revoked THEN 'key_revoked'";
  const definition = rows[0]?.definition ?? '';
  expect(definition).toContain(known);
  // What is to come: calls of seven characters are refused for a reason that has no name yet.
  const replaced = definition.replace(known, `WHEN call.characters = 7 THEN 'of_a_newer_version' ${known}`);
  await withPool(context.env.DATABASE_URL ?? '', (db) => db.query(replaced));

  const key = (await createKey(context.env, await createTeam(context.env), 'translate,usage')).plain;
  const send = (text: string) =>
    translate(context.server.url, key, { text: [text], source_lang: 'EN', target_lang: 'EO' });
  const refused = await send('seven c');
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ code: 'service_unavailable' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Calls that come at once share a batch, and each has its own verdict.
  const together = await Promise.all(['six ch', 'seven c', 'eight ch'].map(send));
  expect(together.map(({ status }) => status)).toEqual([200, 503, 200]);

  const account = await fetch(`${context.server.url}/v1/account`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await account.json()).toMatchObject({ quota_used: 6 + 8 });
  expect(await dragomanJson(['audit'], context.env)).toMatchObject({ balanced: true });
});
