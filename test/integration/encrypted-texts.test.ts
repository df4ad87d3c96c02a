/** Texts that are stored encrypted: when, with which key, and what opens them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateDataKey } from '../../src/accounts/data-key-rotation.ts';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { createDictionaryVersions } from '../../src/accounts/glossaries/dictionary-versions.ts';
import { createGlossaries } from '../../src/accounts/glossaries/glossaries.ts';
import { createStyleRules } from '../../src/accounts/style-rules/style-rules.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { createTextHousekeeping, encryptStoredTexts } from '../../src/accounts/text-encryption.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { countPlainTexts } from '../../src/store/postgres/plain-texts.ts';
import { StoredTexts } from '../../src/store/postgres/stored-texts.ts';
import { turnTextEncryptionOn } from '../../src/store/postgres/text-keys.ts';
import { runDragoman } from '../support/command-line.ts';
import { applyAndWatch, readMigrations, takeBack } from '../support/migration-files.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whileChanging } from '../support/while-changing.ts';

const database = useTestDatabase();
const keys = new DataKeys(randomBytes(32));
const pair = { source: 'en', target: 'eo' };
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

/** A node that knows nothing yet. */
const newNode = (dataKeys: DataKeys | null = keys) => {
  const texts = new StoredTexts(db, dataKeys ?? undefined);
  return {
    texts,
    glossaries: createGlossaries(db, texts),
    versions: createDictionaryVersions(db, texts),
    styleRules: createStyleRules(db, texts),
  };
};
type TestNode = ReturnType<typeof newNode>;

const newTeam = async () => (await createTeam(db, 'team', 1_000, testActor)).id;

async function pack({ glossaries }: TestNode, teamId: string, target: string) {
  const packed = await glossaries.readEntryFile(teamId, Buffer.from(`house\t${target}\n`), 'tsv');
  if (!packed.ok) throw new Error(packed.problem.detail);
  return packed.value;
}

async function newGlossary(node: TestNode, teamId: string, target: string): Promise<string> {
  const dictionaries = [{ ...pair, ...(await pack(node, teamId, target)) }];
  const created = await node.glossaries.create(teamId, { name: 'Terms', dictionaries }, testActor);
  if (!created.ok) throw new Error(created.problem.detail);
  return created.value.id;
}

async function replace(node: TestNode, teamId: string, glossaryId: string, target: string) {
  const to = { teamId, glossaryId, actor: testActor, pair, condition: undefined };
  return node.glossaries.replaceDictionary(to, await pack(node, teamId, target));
}

async function read({ glossaries }: TestNode, teamId: string, id: string): Promise<string> {
  const found = await glossaries.readEntries(teamId, id, pair);
  return found.ok ? found.value.tsv.toString() : found.problem.code;
}

async function newList({ styleRules }: TestNode, teamId: string, prompt: string): Promise<string> {
  const created = await styleRules.create(
    teamId,
    {
      name: 'Shop',
      language: 'eo',
      configuredRules: { numbers: { decimals: 'use_comma', spaces: 'none' }, dates: { year: 'four' } },
      customInstructions: [{ label: 'Length', prompt, sourceLanguage: null }],
    },
    testActor,
  );
  if (!created.ok) throw new Error(created.problem.detail);
  return created.value.id;
}

const unreadable = { problem: { code: 'service_unavailable' } };

test('an installation that is upgraded encrypts nothing before it is told to, and then what is there', async () => {
  const team = await newTeam();
  const [migration] = readMigrations().filter(({ name }) => name.startsWith('0045'));
  if (migration === undefined) throw new Error('there is no such migration');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await takeBack(client, migration);
  const { rewritten } = await applyAndWatch(client, migration);
  await client.end();
  expect(rewritten).toEqual([]);

  const node = newNode();
  const glossary = await newGlossary(node, team, 'first');
  expect((await replace(node, team, glossary, 'second')).ok).toBe(true);
  const list = await newList(node, team, 'Be brief.');
  await createTextHousekeeping(db, node.texts).run();
  expect(await countPlainTexts(db)).toBe(3);

  await turnTextEncryptionOn(db);
  // Without a data key, nothing can be encrypted.
  await createTextHousekeeping(db, newNode(null).texts).run();
  expect(await countPlainTexts(db)).toBe(3);
  // Two nodes find the same texts.
  const [first, second] = [newNode(), newNode()];
  const counts = await Promise.all([first, second].map(({ texts }) => encryptStoredTexts(db, texts)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await countPlainTexts(db)).toBe(0);

  // The node that wrote in the clear encrypts from now on, and every node reads both.
  const later = await newGlossary(node, team, 'third');
  expect(await countPlainTexts(db)).toBe(0);
  for (const each of [node, first, newNode()]) {
    expect(await read(each, team, glossary)).toBe('house\tsecond\n');
    expect(await read(each, team, later)).toBe('house\tthird\n');
    const earlier = await each.versions.read(team, glossary, pair, 1);
    expect(earlier.ok && earlier.value.tsv.toString()).toBe('house\tfirst\n');
    expect(await each.styleRules.find(team, list)).toMatchObject({
      value: {
        version: 1,
        customInstructions: [{ prompt: 'Be brief.' }],
        configuredRules: { dates: { year: 'four' } },
      },
    });
    expect(await each.styleRules.list(team, { limit: 10 })).toMatchObject([
      { configuredRuleCount: 3, customInstructionCount: 1 },
    ]);
  }
  const versions = await node.versions.list(team, glossary, pair);
  expect(versions.ok && versions.value.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ]);
});

test('nodes that encrypt the first text of a team at once use one key', async () => {
  const team = await newTeam();
  const nodes = Array.from({ length: 8 }, () => newNode());
  const glossaries = await Promise.all(nodes.map((node, i) => newGlossary(node, team, `term ${i}`)));
  const fresh = newNode();
  for (const [i, id] of glossaries.entries()) expect(await read(fresh, team, id)).toBe(`house\tterm ${i}\n`);
});

test('without a data key texts are in the clear, and a node with one reads them', async () => {
  const team = await newTeam();
  const before = await countPlainTexts(db);
  const glossary = await newGlossary(newNode(null), team, 'plain');
  expect(await countPlainTexts(db)).toBe(before + 1);
  expect(await read(newNode(), team, glossary)).toBe('house\tplain\n');
});

test('a text that is changed while it is encrypted keeps its last content', async () => {
  const team = await newTeam();
  const plain = newNode(null);
  const glossary = await newGlossary(plain, team, 'term 0');
  const list = await newList(plain, team, 'prompt 0');
  const subject = { teamId: team, styleId: list, actor: testActor };
  const node = newNode();
  for (let i = 1; i <= 10; i++) {
    const writer = i % 2 === 0 ? plain : node;
    await Promise.all([
      encryptStoredTexts(db, newNode().texts),
      replace(node, team, glossary, `term ${i}`),
      // A node without the key cannot change what it cannot read.
      writer === node ? writer.styleRules.rename(subject, `name ${i}`) : undefined,
    ]);
    expect(await read(newNode(), team, glossary)).toBe(`house\tterm ${i}\n`);
    expect(await newNode().styleRules.find(team, list)).toMatchObject({
      value: { customInstructions: [{ prompt: 'prompt 0' }] },
    });
  }
});

test('what is encrypted opens only for its team, glossary, pair and version', async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const node = newNode();
  const [one, two, foreign] = [
    await newGlossary(node, team, 'one'),
    await newGlossary(node, team, 'two'),
    await newGlossary(node, other, 'foreign'),
  ];
  const entriesOf = async (id: string) =>
    (
      await db.query<{ entries: Buffer }>(
        'SELECT entries FROM glossary_dictionaries WHERE glossary_id = $1',
        [id],
      )
    ).rows[0]?.entries;
  const put = (id: string, entries: Buffer | undefined) =>
    db.query('UPDATE glossary_dictionaries SET entries = $2 WHERE glossary_id = $1', [id, entries]);
  const own = await entriesOf(one);
  for (const entries of [await entriesOf(two), await entriesOf(foreign)]) {
    await put(one, entries);
    await expect(read(node, team, one)).rejects.toMatchObject(unreadable);
  }
  await put(one, own);
  expect(await read(node, team, one)).toBe('house\tone\n');
  await db.query('UPDATE glossary_dictionaries SET version = version + 1 WHERE glossary_id = $1', [one]);
  await expect(read(node, team, one)).rejects.toMatchObject(unreadable);

  const list = await newList(node, team, 'first');
  const subject = { teamId: team, styleId: list, actor: testActor };
  const { rows } = await db.query<{ sealed: Buffer }>('SELECT sealed FROM style_rule_lists WHERE id = $1', [
    list,
  ]);
  await node.styleRules.configure(subject, { numbers: { decimals: 'use_point' } });
  await db.query('UPDATE style_rule_lists SET sealed = $2 WHERE id = $1', [list, rows[0]?.sealed]);
  await expect(node.styleRules.find(team, list)).rejects.toMatchObject(unreadable);
});

test('a lost data key deletes no text and no key by itself, and afterwards a team can write again', async () => {
  const team = await newTeam();
  const glossary = await newGlossary(newNode(), team, 'lost');
  const list = await newList(newNode(), team, 'lost');
  const other = new DataKeys(randomBytes(32));
  const { dropped, unreadable: left } = await rotateDataKey(db, other, { dropUnreadable: true });
  expect(dropped).toBe(0);
  expect(left).toBeGreaterThan(0);
  const node = newNode(other);
  await expect(read(node, team, glossary)).rejects.toMatchObject(unreadable);
  // Nothing is written under a second key beside the first.
  await expect(replace(node, team, glossary, 'new')).rejects.toMatchObject(unreadable);
  expect(await read(newNode(), team, glossary)).toBe('house\tlost\n');
  // What nobody can read can still be removed.
  const subject = { teamId: team, styleId: list, actor: testActor };
  await expect(node.styleRules.rename(subject, 'New')).rejects.toMatchObject(unreadable);
  expect(await node.styleRules.delete({ ...subject, condition: [7] })).toMatchObject({
    ok: false,
  });
  expect(await node.styleRules.delete(subject)).toEqual({ ok: true, value: undefined });
  expect(await node.styleRules.delete(subject)).toMatchObject({ problem: { code: 'not_found' } });
  const { rows } = await db.query(
    `SELECT details FROM audit_log WHERE team_id = $1 AND action = 'style_rules.deleted' AND subject_id = $2`,
    [team, list],
  );
  expect(rows).toEqual([{ details: { name: 'Shop' } }]);

  // As docs/operate/data-key.md says.
  await db.query(`DELETE FROM team_text_keys WHERE substring(wrapped FROM 5 FOR 4) = decode($1, 'hex')`, [
    keys.currentId,
  ]);
  expect((await replace(newNode(other), team, glossary, 'new')).ok).toBe(true);
  expect(await read(newNode(other), team, glossary)).toBe('house\tnew\n');
});

test('texts of a team whose key is lost stay in the clear, and do not keep those of others there', async () => {
  const plain = newNode(null);
  const before = await countPlainTexts(db);
  const lost = await newTeam();
  await newGlossary(newNode(new DataKeys(randomBytes(32))), lost, 'sealed');
  const glossary = await newGlossary(plain, lost, 'left');
  for (let i = 0; i < 21; i++) await newList(plain, lost, `prompt ${i}`);
  const team = await newTeam();
  const own = await newGlossary(plain, team, 'own');
  await newList(plain, team, 'own');
  expect(await countPlainTexts(db)).toBe(before + 24);
  await createTextHousekeeping(db, newNode().texts).run();
  expect(await countPlainTexts(db)).toBe(22);
  expect(await read(newNode(), team, own)).toBe('house\town\n');
  expect(await read(newNode(), lost, glossary)).toBe('house\tleft\n');
});

test('a text that cannot be encrypted is left, and does not keep others in the clear', async () => {
  const plain = newNode(null);
  const [team, node] = [await newTeam(), newNode()];
  await createTextHousekeeping(db, node.texts).run();
  const before = await countPlainTexts(db);
  const lists = [await newList(plain, team, 'one'), await newList(plain, team, 'two')];
  const glossaries = [await newGlossary(plain, team, 'one'), await newGlossary(plain, team, 'two')];
  await db.query("UPDATE style_rule_lists SET configured_rules = 'null' WHERE id = $1", [lists[0]]);
  await db.query("UPDATE glossary_dictionaries SET entries = '' WHERE glossary_id = $1", [glossaries[0]]);
  // Nothing is made of an empty value that was not there before.
  expect(await encryptStoredTexts(db, node.texts)).toBe(3);
  expect(await countPlainTexts(db)).toBe(before + 1);
  expect(await read(node, team, glossaries[1] ?? '')).toBe('house\ttwo\n');
  expect(await node.styleRules.find(team, lists[1] ?? '')).toMatchObject({ ok: true });
  await db.query('DELETE FROM style_rule_lists WHERE id = $1', [lists[0]]);
});

test('a list that a node without a data key changes while it is encrypted keeps the change', async () => {
  const team = await newTeam();
  const list = await newList(newNode(null), team, 'old');
  await whileChanging(
    db,
    (connection) =>
      connection.query(
        `UPDATE style_rule_lists SET version = 2, custom_instructions = '[{"prompt": "new"}]' WHERE id = $1`,
        [list],
      ),
    () => encryptStoredTexts(db, newNode().texts),
  );
  expect(await newNode().styleRules.find(team, list)).toMatchObject({
    value: { version: 2, customInstructions: [{ prompt: 'new' }] },
  });
});

test('a team that is erased gets no key, and housekeeping removes one that is left', async () => {
  const team = await newTeam();
  await newGlossary(newNode(), team, 'gone');
  const countKeys = async () =>
    (await db.query('SELECT FROM team_text_keys WHERE team_id = $1', [team])).rowCount;
  expect(await countKeys()).toBe(1);
  await suspendTeam(db, team, 'leaves', testActor);
  expect(await eraseTeam(db, team, 'team', testActor)).toBe('erased');
  await newNode().texts.sealerFor(team);
  expect(await countKeys()).toBe(0);
  // As the version before leaves it.
  await db.query("INSERT INTO team_text_keys (team_id, wrapped) VALUES ($1, '')", [team]);
  await createTextHousekeeping(db, newNode().texts).run();
  expect(await countKeys()).toBe(0);
});

test('encrypt-texts refuses while a node of another version is running', async () => {
  const id = uuidV7();
  await db.query(
    "INSERT INTO nodes (id, last_seen, is_alone) VALUES ($1, now() + interval '1 hour', false)",
    [id],
  );
  await db.query(
    `INSERT INTO node_reports (node_id, host, process_id, version, started_at, reported_at, report)
     VALUES ($1, 'first', 1, '0.0.9', now(), now(), '{}')`,
    [id],
  );
  const env = { DATABASE_URL: database.url, DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64') };
  const { code, stderr } = await runDragoman(['data-key', 'encrypt-texts'], env);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('first (0.0.9)') });
  await db.query('DELETE FROM nodes WHERE id = $1', [id]);
});
