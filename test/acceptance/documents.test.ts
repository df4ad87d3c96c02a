/** Documents over HTTP: every state, and what each of them does to the team's balance. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { type DocumentAnswer, download, upload, uploadForm, watch } from '../support/document-client.ts';
import { letter, longLetter, useDocumentServer } from '../support/document-server.ts';
import { isLong, longTest } from '../support/long-form.ts';

const batchMs = 150;
const rig = useDocumentServer(batchMs);
/** Nothing takes its documents, so they wait for as long as a test looks at them. */
const resting = useDocumentServer(batchMs, { DRAGOMAN_DOCUMENT_WORKERS: '0' });
/** Each chunk takes long enough for every state to be seen, also on a busy machine. */
const slow = useDocumentServer(1_500);
/** Several chunks: a few seconds of work. */
const long = longLetter(200);

/** Queued or being worked on. */
const jobs = async () =>
  (await slow.db.query('SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs')).rows[0]?.jobs;

describe('a document from upload to download', () => {
  test('is queued, translated and done; held meanwhile, charged once, and downloaded until it is deleted', async () => {
    const team = await slow.newTeam();
    const { status, body, headers } = await slow.send(team, long);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(headers.get('location')).toBe(`/v1/documents/${body.id}`);
    expect(headers.get('ratelimit-policy')).toContain('requests');
    expect(body).toMatchObject({ name: 'long.txt', ready: false, source_lang: 'EN' });
    // A worker may have taken it before the answer was written.
    expect(['queued', 'translating']).toContain(body.state);
    const { characters } = body;
    expect(await slow.account(team)).toMatchObject({
      held: characters,
      quota_used: 0,
      quota_left: 1_000_000,
    });

    const seen = await watch(slow.one(body.id), team.key);
    const states = seen.map(({ state }) => state);
    expect(states).toContain('translating');
    expect(states.at(-1)).toBe('done');
    const progress = seen.map((each) => each.translated_characters);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.some((each) => each > 0 && each < characters)).toBe(true);

    expect(await slow.account(team)).toMatchObject({ held: 0, quota_used: characters });
    expect(await slow.charged(team)).toEqual([{ characters, mode: 'live' }]);
    const result = await download(`${slow.one(body.id)}/result`, team.key);
    expect(result.status).toBe(200);
    expect(result.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''long.txt");
    const translated = result.content.toString().split('\n\n');
    expect(translated).toHaveLength(200);
    expect(translated[0]).not.toBe('The ship sails to the harbour tomorrow morning. 0');
    const again = await download(`${slow.one(body.id)}/result`, team.key);
    expect([again.status, again.content]).toEqual([200, result.content]);
    expect((await slow.charged(team)).length).toBe(1);
    expect((await call(slow.one(body.id), { method: 'DELETE', headers: bearer(team.key) })).status).toBe(204);
    expect((await download(`${slow.one(body.id)}/result`, team.key)).status).toBe(404);
  });

  longTest(
    'says how long it will take, and that is true within a factor of three or two seconds',
    async () => {
      const team = await rig.newTeam();
      // What was measured of documents before is what the first guess goes by.
      await watch(rig.one((await rig.send(team, long)).body.id), team.key);
      const { body } = await rig.send(team, longLetter(800));
      const asked: { at: number; seconds: number }[] = [];
      let state = body.state;
      while (state !== 'done') {
        const { body: now } = await call<DocumentAnswer>(rig.one(body.id), { headers: bearer(team.key) });
        state = now.state;
        expect(now.seconds_remaining).not.toBeNull();
        if (state !== 'done') asked.push({ at: Date.now(), seconds: now.seconds_remaining ?? 0 });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const end = Date.now();
      const wrong = asked.filter(({ at, seconds }) => {
        const real = (end - at) / 1_000;
        return seconds > real * 3 + 2 || seconds < real / 3 - 2;
      });
      expect(asked.length).toBeGreaterThan(0);
      // A machine that is busy with others in between keeps nobody's promise.
      if (isLong) expect(wrong).toEqual([]);
    },
  );

  test('one source language is found for all of it', async () => {
    const team = await rig.newTeam();
    const { body } = await upload(rig.address, team.key, letter, { target_lang: 'EO' });
    expect(body).toMatchObject({ source_lang: 'EN', source_detected: true, characters: letter.characters });
    await watch(rig.one(body.id), team.key);
  });

  test('a document without a word costs nothing, and comes back as it was', async () => {
    const team = await rig.newTeam(0);
    const { body } = await rig.send(team, { name: 'empty.txt', content: '\n\n \n' });
    expect(body.characters).toBe(0);
    await watch(rig.one(body.id), team.key);
    expect((await download(`${rig.one(body.id)}/result`, team.key)).content.toString()).toBe('\n\n \n');
    expect(await rig.charged(team)).toEqual([{ characters: 0, mode: 'live' }]);
  });

  test('a full path and any letters in a file name are taken, and the last part kept', async () => {
    const team = await rig.newTeam();
    for (const name of ['C:\\Users\\me\\Überblick (2).txt', '/home/me/Überblick (2).txt']) {
      const { body } = await rig.send(team, { ...letter, name: 'x.txt' }, { filename: name });
      expect(body.name).toBe('Überblick (2).txt');
      await watch(rig.one(body.id), team.key);
      const { headers } = await download(`${rig.one(body.id)}/result`, team.key);
      expect(headers.get('content-disposition')).toBe(
        "attachment; filename*=UTF-8''%C3%9Cberblick%20%282%29.txt",
      );
    }
  });
});

describe('what is held', () => {
  test('cannot be spent by a call or by another document, and can again once it is given back', async () => {
    const team = await resting.newTeam(letter.characters + 5);
    const { body } = await resting.send(team, letter);
    const text = (length: number) =>
      translate<ProblemAnswer>(resting.server.url, team.key, {
        text: ['x'.repeat(length)],
        source_lang: 'eo',
        target_lang: 'eo',
      });
    expect((await text(6)).body.code).toBe('quota_exceeded');
    expect((await resting.send(team, letter)).status).toBe(456);
    expect((await text(5)).status).toBe(200);
    const usage = await call(`${resting.server.url}/v2/usage`, { headers: bearer(team.key) });
    const limit = letter.characters + 5;
    expect(usage.body).toMatchObject({ character_count: limit, character_limit: limit });
    await resting.remove(team, body.id);
    expect(await resting.account(team)).toMatchObject({ held: 0, quota_used: 5 });
    expect((await text(letter.characters)).status).toBe(200);
  });

  test('is given back when a document is deleted while it is translated; the work is thrown away', async () => {
    const team = await slow.newTeam();
    const { body } = await slow.send(team, long);
    await expect
      .poll(
        async () => (await call<DocumentAnswer>(slow.one(body.id), { headers: bearer(team.key) })).body.state,
      )
      .toBe('translating');
    expect(await slow.remove(team, body.id)).toBe(204);
    expect(await slow.account(team)).toMatchObject({ held: 0, quota_used: 0 });
    expect((await call(slow.one(body.id), { headers: bearer(team.key) })).status).toBe(404);
    await expect.poll(jobs).toBe(0);
    expect(await slow.charged(team)).toEqual([]);
  });

  test('is given back when a document expires, done or not', async () => {
    const team = await slow.newTeam();
    const { body } = await slow.send(team, long);
    await slow.db.query('UPDATE documents SET expires_at = now() WHERE id = $1', [body.id]);
    await slow.db.query('UPDATE holds SET expires_at = now() WHERE id = $1', [body.id]);
    expect((await call(slow.one(body.id), { headers: bearer(team.key) })).status).toBe(404);
    await expect.poll(async () => (await slow.account(team)).held, { timeout: 120_000 }).toBe(0);
    expect(await slow.charged(team)).toEqual([]);
  });

  test('is given back when the key is revoked or the team suspended before the charge: nothing is delivered', async () => {
    for (const change of [
      'UPDATE api_keys SET revoked_at = clock_timestamp() WHERE team_id = $1',
      `UPDATE team_balances SET suspended_at = clock_timestamp(), suspension_reason = 'x' WHERE team_id = $1`,
    ]) {
      const team = await slow.newTeam();
      const { body } = await slow.send(team, long);
      await slow.db.query(change, [team.id]);
      const state = async () =>
        (await slow.db.query('SELECT state, error_code FROM documents WHERE id = $1', [body.id])).rows[0];
      await expect.poll(async () => (await state())?.state, { timeout: 120_000 }).toBe('error');
      expect((await state())?.error_code).toMatch(/key_revoked|forbidden/);
      const { rows } = await slow.db.query(
        'SELECT held::int, quota_used::int FROM team_balances WHERE team_id = $1',
        [team.id],
      );
      expect(rows).toEqual([{ held: 0, quota_used: 0 }]);
    }
  });

  test('goes with its team when that is erased, and so does the document', async () => {
    const team = await slow.newTeam();
    const { body } = await slow.send(team, long);
    await dragomanJson(['team', 'suspend', team.id, '--reason', 'leaves'], slow.env);
    await dragomanJson(['team', 'erase', team.id, '--confirm', 'test'], slow.env);
    const { rows } = await slow.db.query(
      `SELECT held::int, (SELECT count(*)::int FROM documents WHERE id = $2) AS documents,
              (SELECT count(*)::int FROM holds WHERE team_id = $1) AS holds FROM team_balances WHERE team_id = $1`,
      [team.id, body.id],
    );
    expect(rows).toEqual([{ held: 0, documents: 0, holds: 0 }]);
    await expect.poll(jobs).toBe(0);
    expect(await slow.charged(team)).toEqual([]);
  });

  test('a document is charged under the dialect of its upload', async () => {
    const team = await rig.newTeam();
    const { body: own } = await rig.send(team, letter);
    const { status, body } = await call<{ document_id: string; document_key: string }>(
      `${rig.server.url}/v2/document`,
      {
        method: 'POST',
        headers: bearer(team.key),
        body: uploadForm(letter, { target_lang: 'EO', source_lang: 'EN' }),
      },
    );
    expect(status).toBe(200);
    await watch(rig.one(own.id), team.key);
    await watch(rig.one(body.document_id), team.key);
    const { characters } = letter;
    const { rows } = await rig.db.query(
      'SELECT dialect, characters::int, calls::int FROM usage_hourly WHERE team_id = $1 ORDER BY dialect',
      [team.id],
    );
    expect(rows).toEqual([
      { dialect: 'deepl', characters, calls: 1 },
      { dialect: 'v1', characters, calls: 1 },
    ]);
  });

  test('a test key’s document is test traffic', async () => {
    const team = await rig.newTeam();
    await rig.db.query("UPDATE api_keys SET mode = 'test' WHERE team_id = $1", [team.id]);
    const { body } = await rig.send(team, letter);
    await watch(rig.one(body.id), team.key);
    expect(await rig.charged(team)).toEqual([{ characters: letter.characters, mode: 'test' }]);
  });
});

test('nothing is left in the folder but files that are still wanted', async () => {
  const wanted = async () => {
    const { rows } = await rig.db.query<{ name: string }>(
      `SELECT name FROM documents, unnest(ARRAY[source_file, result_file]) AS name WHERE name IS NOT NULL ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  };
  await expect
    .poll(async () => [readdirSync(rig.folder).toSorted(), await wanted()], {
      timeout: 120_000,
      interval: 500,
    })
    .toSatisfy(([found, named]) => JSON.stringify(found) === JSON.stringify(named));
});
