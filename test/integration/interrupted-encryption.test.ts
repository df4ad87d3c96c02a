/** `encrypt-texts` and `data-key rotate` are killed while several of both run at once and nodes write: no text is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countByDataKey, rotateDataKey } from '../../src/accounts/data-key-rotation.ts';
import { createGlossaries } from '../../src/accounts/glossaries/glossaries.ts';
import { createStyleRules } from '../../src/accounts/style-rules/style-rules.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { encryptStoredTexts } from '../../src/accounts/text-encryption.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { countPlainTexts } from '../../src/store/postgres/plain-texts.ts';
import { StoredTexts } from '../../src/store/postgres/stored-texts.ts';
import { executable } from '../support/command-line.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const pair = { source: 'en', target: 'eo' };
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

const openNode = (keys: DataKeys | undefined) => {
  const texts = new StoredTexts(db, keys);
  return { glossaries: createGlossaries(db, texts), styleRules: createStyleRules(db, texts) };
};
type TestNode = ReturnType<typeof openNode>;

async function pack({ glossaries }: TestNode, teamId: string, target: string) {
  const packed = await glossaries.readEntryFile(teamId, Buffer.from(`house\t${target}\n`), 'tsv');
  if (!packed.ok) throw new Error(packed.problem.detail);
  return packed.value;
}

async function write(node: TestNode, teamId: string, name: string) {
  const dictionaries = [{ ...pair, ...(await pack(node, teamId, name)) }];
  const glossary = await node.glossaries.create(teamId, { name, dictionaries }, testActor);
  const list = await node.styleRules.create(
    teamId,
    {
      name,
      language: 'eo',
      configuredRules: {},
      customInstructions: [{ label: 'l', prompt: name, sourceLanguage: null }],
    },
    testActor,
  );
  if (!glossary.ok || !list.ok) throw new Error('not created');
  return { teamId, name, glossaryId: glossary.value.id, styleId: list.value.id };
}

const lastLists = 7;

/**
 * Each text takes a moment, so that a process can be killed between two, and the lists of the last team wait until the test lets them
 * go: however late it kills on a busy machine, something is left to do.
 */
const slowly = `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(TG_ARGV[0]::float8); RETURN NEW; END';
  CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(${lastLists}); RETURN NEW; END';
  CREATE TRIGGER waits_for_test BEFORE UPDATE ON style_rule_lists FOR EACH ROW WHEN (NEW.name LIKE 'plain5%')
    EXECUTE FUNCTION wait_for_test();
  CREATE TRIGGER waits BEFORE UPDATE ON glossary_dictionaries FOR EACH ROW EXECUTE FUNCTION wait(0.02);
  CREATE TRIGGER waits BEFORE UPDATE ON style_rule_lists FOR EACH ROW EXECUTE FUNCTION wait(0.02);
  CREATE TRIGGER waits BEFORE UPDATE ON team_text_keys FOR EACH ROW EXECUTE FUNCTION wait(0.2);`;

test('killed in the middle, run twice at once and beside nodes that write: every text is readable with the new key', async () => {
  const plain = openNode(undefined);
  const encrypting = openNode(new DataKeys(oldKey));
  const written: { teamId: string; name: string; glossaryId: string; styleId: string }[] = [];
  for (let i = 0; i < 6; i++) {
    const { id } = await createTeam(db, `team ${i}`, 1_000, testActor);
    // Some teams have a key already, of the old data key.
    if (i % 2 === 0) written.push(await write(encrypting, id, `sealed${i}`));
    for (let j = 0; j < 3; j++) written.push(await write(plain, id, `plain${i}x${j}`));
  }
  await db.query(slowly);
  const holder = await db.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [lastLists]);
  const count = await countPlainTexts(db);
  expect(count).toBe(36);

  const env = {
    DATABASE_URL: database.url,
    DRAGOMAN_DATA_KEY: newKey.toString('base64'),
    DRAGOMAN_DATA_KEYS_OLD: oldKey.toString('base64'),
  };
  const start = (command: string): ChildProcess =>
    spawn(executable, ['data-key', command], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const children = ['encrypt-texts', 'encrypt-texts', 'rotate', 'rotate'].map(start);
  const ended = children.map((child) => once(child, 'exit'));
  let isDone = false;
  // One of them has not got the new key as its current one yet.
  const writers = [new DataKeys(newKey, [oldKey]), new DataKeys(oldKey, [newKey])].map(
    async (keys, shift) => {
      const node = openNode(keys);
      // Each writes what the other does not, so that it is known what was written last.
      const own = written.filter((_, i) => i % 2 === shift);
      for (let round = 0; !isDone; round++) {
        const one = own[round % own.length];
        if (one === undefined) continue;
        one.name = `changed${shift}x${round}`;
        const to = {
          teamId: one.teamId,
          glossaryId: one.glossaryId,
          actor: testActor,
          pair,
          condition: undefined,
        };
        expect(
          await node.glossaries.replaceDictionary(to, await pack(node, one.teamId, one.name)),
        ).toMatchObject({ ok: true });
      }
    },
  );
  await expect.poll(() => countPlainTexts(db), { interval: 5 }).toBeLessThan(count - 6);
  for (const child of [children[0], children[2]]) child?.kill('SIGKILL');
  await expect.poll(() => countPlainTexts(db), { interval: 5 }).toBeLessThan(count / 2);
  for (const child of [children[1], children[3]]) child?.kill('SIGKILL');
  await Promise.all(ended);
  isDone = true;
  await Promise.all(writers);
  expect(await countPlainTexts(db)).toBeGreaterThan(0);

  await holder.query('SELECT pg_advisory_unlock($1)', [lastLists]);
  holder.release();
  await db.query('DROP FUNCTION wait, wait_for_test CASCADE');
  const both = new DataKeys(newKey, [oldKey]);
  const encrypt = () => encryptStoredTexts(db, new StoredTexts(db, both));
  const [, { unreadable }] = await Promise.all([encrypt(), rotateDataKey(db, both), encrypt()]);
  expect(unreadable).toBe(0);
  expect(await countPlainTexts(db)).toBe(0);
  await rotateDataKey(db, both);
  const keys = new DataKeys(newKey);
  expect((await countByDataKey(db, keys)).map(({ use }) => use)).toEqual(['current']);
  const node = openNode(keys);
  for (const { teamId, name, glossaryId, styleId } of written) {
    const entries = await node.glossaries.readEntries(teamId, glossaryId, pair);
    expect(entries.ok && entries.value.tsv.toString()).toBe(`house\t${name}\n`);
    expect(await node.styleRules.find(teamId, styleId)).toMatchObject({ ok: true });
  }
});
