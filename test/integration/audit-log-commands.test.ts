/** `dragoman audit verify`, `head` and `export`, and the script that verifies an export without Dragoman. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { readAuditHeadsOf } from '../../src/cli/read-audit-heads.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { recordChange } from '../../src/store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { recordInstallationChange } from '../../src/store/postgres/installation-log.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { openTestPool } from '../support/pool.ts';
import { disableTriggers } from '../support/tampered-logs.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whileChanging } from '../support/while-changing.ts';

const database = useTestDatabase();
const env = () => ({ DATABASE_URL: database.url });
const folder = mkdtempSync(join(tmpdir(), 'dragoman-audit-'));
let db: Database;
let team: string;
let erased: string;
beforeAll(async () => {
  db = openTestPool(database.url);
  team = (await createTeam(db, 'kept', 1_000, testActor)).id;
  erased = (await createTeam(db, 'left', 1_000, testActor)).id;
  for (const id of [team, erased]) await suspendTeam(db, id, 'Späße "quoted" \u{1F600}', testActor);
  await eraseTeam(db, erased, 'left', testActor);
  await inTransaction(db, (connection) =>
    recordInstallationChange(connection, testActor, { action: 'model.pulled', subjectId: 'x', details: {} }),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await db.end();
});

const isPythonThere = spawnSync('python3', ['--version']).status === 0;

function verifyByScript(exported: string, heads?: string): { status: number | null; output: string } {
  const files = [exported, heads].flatMap((text, i) => {
    if (text === undefined) return [];
    const file = join(folder, `given-${i}`);
    writeFileSync(file, text);
    return [file];
  });
  const { status, stdout, stderr } = spawnSync('python3', ['docs/operate/verify-audit-log.py', ...files], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const exportAll = async () => (await runDragoman(['audit', 'export'], env())).stdout;
const keep = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

interface Verified {
  intact: boolean;
  logs: { chain: string; entries: number; erased: number; findings: object[] }[];
}

test('intact logs verify, with heads and exports that were kept', async () => {
  const heads = keep('heads', (await runDragoman(['audit', 'head', '--json'], env())).stdout);
  const exported = keep('exported', await exportAll());
  const { code, stdout } = await runDragoman(['audit', 'verify', '--against', heads, exported], env());
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All audit logs are intact (3 logs, 6 entries).\n' });
  // An event carries the head as well.
  const known = (JSON.parse(readFileSync(heads, 'utf8')) as { heads: object[] }).heads;
  const events = keep('events', known.map((head) => `${JSON.stringify({ audit_head: head })}\n`).join(''));
  expect((await runDragoman(['audit', 'verify', '--against', events], env())).code).toBe(0);
  const forged = known.map(
    (head) => `${JSON.stringify({ audit_head: { ...head, hash: '11'.repeat(32) } })}\n`,
  );
  const other = await runDragoman(['audit', 'verify', '--against', keep('forged', forged.join(''))], env());
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('Entry 2 (');
  expect(other.stdout).toContain('or one before it was replaced');
  const one = await dragomanJson<Verified>(['audit', 'verify', '--team', 'kept'], env());
  expect(one).toMatchObject({ intact: true, logs: [{ chain: team, entries: 2, erased: 0, findings: [] }] });
  const gone = await dragomanJson<Verified>(['audit', 'verify', '--team', erased], env());
  expect(gone.logs).toMatchObject([{ entries: 3, erased: 2 }]);
});

test('what was tampered with is named, and the command fails', async () => {
  const heads = keep('heads', (await runDragoman(['audit', 'head', '--json'], env())).stdout);
  await db.query('CREATE TABLE kept_log AS TABLE audit_log');
  await db.query('CREATE TABLE kept_links AS TABLE audit_links');
  await db.query('CREATE TABLE kept_chains AS TABLE audit_chains');
  const change = (work: readonly string[]) =>
    inTransaction(db, async (connection) => {
      await disableTriggers(connection);
      for (const statement of work) await connection.query(statement);
      for (const table of ['audit_log', 'audit_links', 'installation_log'])
        await connection.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });
  await change([
    `UPDATE audit_log SET action = 'team.resumed' WHERE team_id = '${team}' AND action = 'team.suspended'`,
    `DELETE FROM audit_log WHERE team_id = '${erased}'`,
    `DELETE FROM audit_links WHERE chain_id = '${erased}'`,
    `DELETE FROM audit_chains WHERE chain_id = '${erased}'`,
  ]);
  const { code, stdout } = await runDragoman(['audit', 'verify', '--against', heads], env());
  expect(code).toBe(1);
  expect(stdout).toMatch(/kept \(.*\)\n {2}Entry 2 \(.*\) was altered: action\n/);
  expect(stdout).toMatch(/erased \(.*\)\n {2}Entries 1 to 3 were cut off at the end\n/);
  expect(stdout).toContain(
    '2 of 3 audit logs were tampered with.\nWhat to do: docs/operate/audit-log.md#when',
  );
  await change([
    'DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM kept_log',
    'DELETE FROM audit_links; INSERT INTO audit_links SELECT * FROM kept_links',
    'DELETE FROM audit_chains; INSERT INTO audit_chains SELECT * FROM kept_chains',
  ]);
  expect((await runDragoman(['audit', 'verify', '--against', heads], env())).code).toBe(0);
});

test('a file without heads is refused', async () => {
  const { code, stderr } = await runDragoman(['audit', 'verify', '--against', keep('none', '{}\n')], env());
  expect(code).toBe(1);
  expect(stderr).toContain('contains no head of an audit log');
  const text = await runDragoman(['audit', 'verify', '--against', keep('text', 'no JSON\n')], env());
  expect(text.stderr).toContain('it has a line that is not JSON');
});

test('a head that is damaged is refused, and not passed over', async () => {
  const head = { chain: team, number: 1, hash: '11'.repeat(32) };
  const damaged = [
    { ...head, chain: 'x' },
    { ...head, chain: [team] },
    { ...head, number: 1.5 },
    { ...head, number: 2 ** 60 },
    { ...head, hash: '11' },
    { chain: team },
    { hash: head.hash },
  ];
  const givenAll = damaged.map((each, i) =>
    keep(`damaged-${i}`, `${JSON.stringify(head)}\n${JSON.stringify({ audit_head: each })}\n`),
  );
  for (const file of givenAll) {
    await expect(readAuditHeadsOf([file]), file).rejects.toThrow('it has a head that is damaged');
  }
  const { code, stderr } = await runDragoman(['audit', 'verify', '--against', ...givenAll], env());
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('damaged-0 cannot be read') });
  // However it is written, it is the same log.
  const upper = keep('upper', JSON.stringify({ ...head, chain: team.toUpperCase() }));
  const found = await runDragoman(['audit', 'verify', '--team', team, '--against', upper], env());
  expect(found.stdout).toContain('or one before it was replaced');
});

test('the script of the documentation verifies an export, and names what is wrong with it', async () => {
  expect(isPythonThere).toBe(true);
  const exported = await exportAll();
  const heads = (await runDragoman(['audit', 'head', '--json'], env())).stdout;
  expect(verifyByScript(exported, heads)).toMatchObject({ status: 0 });
  const lines = exported.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.includes(`"chain":"${team}","number":2`));
  const without = (index: number) => lines.toSpliced(index, 1).join('\n');
  const ways: readonly (readonly [text: string, found: string])[] = [
    [exported.replace('Späße', 'Spaße'), 'entry 2 was altered: details'],
    [without(at), 'the export ends with entry 1, but its head is entry 2'],
    [without(at - 1), 'the chain begins with entry 2, but should begin with entry 1'],
    [without(at + 1), 'the export ends with entry 2, but its head is entry -1'],
    ['', 'the export is empty'],
    [`${exported}\n\r\n${lines[at]}\n`, 'entry 2 is behind entry 2'],
    [exported.replace('"action":"team.erased"', '"action":"team.emptied"'), 'was emptied without an erasure'],
    [exported.replace(/("number":1,"hash":")../, '$1zz'), 'entry 1: its hash is wrong'],
  ];
  for (const [text, found] of ways) {
    const { status, output } = verifyByScript(text);
    expect({ status, output }, found).toMatchObject({ status: 1, output: expect.stringContaining(found) });
  }
  const event = `${JSON.stringify({ audit_head: { chain: team, number: 2, hash: '11'.repeat(32) } })}\n`;
  expect(verifyByScript(exported, event)).toMatchObject({
    status: 1,
    output: expect.stringContaining('entry 2 is not the one that was noted before'),
  });
  const gone = `${JSON.stringify({ heads: [{ chain: uuidV7(), number: 3, hash: '00'.repeat(32) }] })}\n`;
  expect(verifyByScript(exported, gone)).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not in the export'),
  });
  // The entry before the first one is known by what the first one says.
  const before = (hash: string) => `${JSON.stringify({ heads: [{ chain: team, number: 1, hash }] })}\n`;
  const replaced = 'entry 1 is not the one that was noted before';
  const { hash } = JSON.parse(lines[at - 1] ?? '') as { hash: string };
  expect(verifyByScript(without(at - 1), before('11'.repeat(32))).output).toContain(replaced);
  expect(verifyByScript(without(at - 1), before(hash)).output).not.toContain(replaced);
  const later = `${JSON.stringify({ heads: [{ chain: team, number: 3, hash: '00'.repeat(32) }] })}\n`;
  expect(verifyByScript(exported, later)).toMatchObject({
    status: 1,
    output: expect.stringContaining('entries 3 to 3 are missing at the end'),
  });
});

test('an export is of one moment: its head is that of its last entry, although others are written', async () => {
  const exported = await whileChanging(
    db,
    async (connection) => {
      // A command may take a while to start.
      await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      // The head is read last, and waits for this.
      await connection.query('LOCK TABLE audit_chains');
      const change = { teamId: team, action: 'key.created', subjectId: uuidV7(), details: {} };
      await recordChange(connection, testActor, change);
    },
    () => runDragoman(['audit', 'export', '--team', team], env()),
  );
  expect(exported.code).toBe(0);
  expect(verifyByScript(exported.stdout)).toMatchObject({ status: 0 });
  expect(exported.stdout).not.toContain('key.created');
});
