/** Ways to tamper with an audit log, each with what must be found. They run in a transaction that the test rolls back. */
import type { Finding } from '../../src/accounts/audit-chain/findings.ts';
import { auditFields, fieldDigest, linkHash } from '../../src/accounts/audit-chain/link-hash.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { AuditHead, AuditLink } from '../../src/store/postgres/audit-chains.ts';
import type { Connection } from '../../src/store/postgres/database.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Tampering {
  readonly connection: Connection;
  readonly chainId: string;
  readonly otherTeam: string;
  /** All links of the chain, in order. */
  readonly links: readonly AuditLink[];
  readonly random: SeededRandom;
}

export interface Expected {
  /** One of the findings must have these members. */
  readonly named: readonly Partial<Finding>[];
  /** Only these kinds may be found. */
  readonly kinds: readonly Finding['kind'][];
  /** Whether it is found only by comparing with a head that was noted before. */
  readonly needsHead?: boolean;
}

type Tamper = (log: Tampering) => Promise<Expected>;

const one = (named: Partial<Finding>, ...more: Finding['kind'][]): Expected => ({
  named: [named],
  kinds: [...(named.kind === undefined ? [] : [named.kind]), ...more],
});

function pickLink({ links, random }: Tampering): AuditLink {
  return random.pick(links);
}

function inner({ links, random }: Tampering): AuditLink {
  return random.pick(links.slice(1, -1));
}

/** A value for each field that it cannot have had. */
const otherValues: Readonly<Record<string, string>> = {
  at: "at + interval '1 microsecond'",
  action: "'key.forged'",
  subject_id: "subject_id || 'x'",
  actor_type: "CASE actor_type WHEN 'key' THEN 'user' ELSE 'key' END",
  actor_id: 'gen_random_uuid()',
  actor_name: "CASE WHEN actor_name IS NULL THEN '' END",
  address: "coalesce(address || '0', '192.0.2.99')",
  request_id: 'CASE WHEN request_id IS NULL THEN gen_random_uuid() END',
  details: `details || '{"forged": 1}'`,
};

const alterField: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  const field = log.random.pick(auditFields.slice(1));
  await log.connection.query(`UPDATE audit_log SET ${field} = ${otherValues[field]} WHERE id = $1`, [
    entryId,
  ]);
  return one({ kind: 'altered', number, entryId, fields: [field] });
};

const emptyField: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await log.connection.query("UPDATE audit_log SET details = '{}' WHERE id = $1", [entryId]);
  await log.connection.query('UPDATE audit_links SET salts[10] = NULL WHERE entry_id = $1', [entryId]);
  return one({ kind: 'emptied', number, entryId, fields: ['details'] });
};

const alterLink: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  const part = log.random.pick(['previous', 'hash', 'digests[3]']);
  await log.connection.query(`UPDATE audit_links SET ${part} = sha256(${part}) WHERE entry_id = $1`, [
    entryId,
  ]);
  return one({ kind: 'altered', number });
};

const alterSalt: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await log.connection.query(
    'UPDATE audit_links SET salts[4] = uuid_send(gen_random_uuid()) WHERE entry_id = $1',
    [entryId],
  );
  return one({ kind: 'altered', number, entryId, fields: ['subject_id'] });
};

/** The entry and its link say the same, but later links do not know of it. */
const recomputeLink: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await rewrite(log, number, number);
  return one({ kind: 'altered', number, entryId });
};

const deleteEntry: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await log.connection.query('DELETE FROM audit_log WHERE id = $1', [entryId]);
  return one({ kind: 'deleted', number, entryId });
};

const deleteWithLink: Tamper = async (log) => {
  const { number, entryId } = inner(log);
  await remove(log, [entryId]);
  return one({ kind: 'deleted', number, until: number });
};

const deleteAndCloseGap: Tamper = async (log) => {
  const { number, entryId } = inner(log);
  await remove(log, [entryId]);
  await moveNumbers(log, number + 1, -1);
  return one({ kind: 'deleted', number, until: number });
};

const moveToOtherTeam: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await log.connection.query('UPDATE audit_log SET team_id = $2 WHERE id = $1', [entryId, log.otherTeam]);
  return one({ kind: 'deleted', number, entryId });
};

const insertEntry: Tamper = async (log) => {
  const entryId = await insertForged(log);
  return one({ kind: 'inserted', entryId });
};

/** Between two others, with a link whose hash is right. */
const insertWithLink: Tamper = async (log) => {
  const { number } = inner(log);
  const entryId = await insertForged(log);
  await moveNumbers(log, number, 1);
  await forgeLink(log, number, entryId);
  return one({ kind: 'inserted', number, entryId });
};

const insertAtEnd: Tamper = async (log) => {
  const number = log.links.length + 1;
  const entryId = await insertForged(log);
  await forgeLink(log, number, entryId);
  return one({ kind: 'inserted', number, entryId });
};

/** With a link that no reader of links may pass over. */
const insertFar =
  (place: string): Tamper =>
  async (log) => {
    const entryId = await insertForged(log);
    await forgeLink(log, log.links.length + 1, entryId);
    await log.connection.query(`UPDATE audit_links SET number = ${place} WHERE entry_id = $1`, [entryId]);
    return one({ kind: 'inserted', entryId });
  };

const insertLowestId: Tamper = async (log) => {
  const entryId = '00000000-0000-0000-0000-000000000000';
  await insertForged(log, entryId);
  return one({ kind: 'inserted', entryId });
};

/** As if it were from before the chain, and waited for its link. */
const insertAsOld: Tamper = async (log) => {
  const number = log.links.length;
  const entryId = await insertForged(log);
  await log.connection.query(
    'UPDATE audit_chains SET is_complete = false, filled_to = $2 WHERE chain_id = $1',
    [log.chainId, inner(log).entryId],
  );
  return {
    named: [
      { kind: 'altered', number },
      { kind: 'inserted', entryId },
    ],
    kinds: ['altered', 'inserted'],
  };
};

const swap: Tamper = async (log) => {
  const [a, b] = [pickLink(log), pickLink(log)].toSorted((x, y) => x.number - y.number);
  if (a === undefined || b === undefined || a === b) return swap(log);
  await log.connection.query(
    `UPDATE audit_links SET number = CASE number WHEN $2 THEN -1 ELSE -2 END WHERE chain_id = $1 AND number IN ($2, $3)`,
    [log.chainId, a.number, b.number],
  );
  await log.connection.query(
    'UPDATE audit_links SET number = CASE number WHEN -1 THEN $3 ELSE $2 END::bigint WHERE chain_id = $1 AND number < 0',
    [log.chainId, a.number, b.number],
  );
  const named = [a, b].map(({ number, entryId }) => ({ kind: 'reordered' as const, number, entryId }));
  return { named, kinds: ['reordered'] };
};

/** All but the link says that the entry is older than it is. */
const backdate: Tamper = async (log) => {
  const { number, entryId } = pickLink(log);
  await log.connection.query("UPDATE audit_log SET at = at - interval '1 day' WHERE id = $1", [entryId]);
  return one({ kind: 'altered', number, entryId, fields: ['at'] });
};

const cutEnd: Tamper = async (log) => {
  const count = log.random.integer(1, log.links.length - 1);
  const gone = log.links.slice(-count);
  await remove(
    log,
    gone.map(({ entryId }) => entryId),
  );
  const number = log.links.length - count + 1;
  return one({ kind: 'truncated_end', number, until: log.links.length });
};

const cutEndAndHead: Tamper = async (log) => {
  const expected = await cutEnd(log);
  await log.connection.query(
    `UPDATE audit_chains SET (number, hash) = (SELECT number, hash FROM audit_links WHERE chain_id = $1
                                                ORDER BY number DESC LIMIT 1) WHERE chain_id = $1`,
    [log.chainId],
  );
  return { ...expected, needsHead: true };
};

const cutStart: Tamper = async (log) => {
  const count = log.random.integer(1, log.links.length - 1);
  await remove(
    log,
    log.links.slice(0, count).map(({ entryId }) => entryId),
  );
  return one({ kind: 'truncated_start', number: 1, until: count });
};

const cutStartAndRenumber: Tamper = async (log) => {
  const expected = await cutStart(log);
  const count = expected.named[0]?.until ?? 0;
  await moveNumbers(log, count + 1, -count);
  return expected;
};

const alterHead: Tamper = async (log) => {
  await log.connection.query('UPDATE audit_chains SET hash = sha256(hash) WHERE chain_id = $1', [
    log.chainId,
  ]);
  return one({ kind: 'altered', number: log.links.length });
};

const moveHead: Tamper = async (log) => {
  const number = log.random.integer(1, log.links.length + 5);
  if (number === log.links.length) return moveHead(log);
  await log.connection.query('UPDATE audit_chains SET number = $2 WHERE chain_id = $1', [
    log.chainId,
    number,
  ]);
  return one({ kind: 'altered', number });
};

const deleteHead: Tamper = async (log) => {
  await log.connection.query('DELETE FROM audit_chains WHERE chain_id = $1', [log.chainId]);
  return one({ kind: 'altered', number: 0 });
};

/** Values that no trigger writes. */
function breakEntry(change: string, fields?: Finding['fields']): Tamper {
  return async (log) => {
    const { number, entryId } = pickLink(log);
    await log.connection.query(change, [entryId]);
    return one({ kind: 'altered', number, entryId, ...(fields && { fields }) });
  };
}

const endlessTime = breakEntry("UPDATE audit_log SET at = '-infinity' WHERE id = $1", ['at']);
const noDigest = breakEntry('UPDATE audit_links SET digests[3] = NULL WHERE entry_id = $1');
const nestedDigests = breakEntry('UPDATE audit_links SET digests = ARRAY[digests] WHERE entry_id = $1');
const nestedSalts = breakEntry('UPDATE audit_links SET salts = ARRAY[salts] WHERE entry_id = $1');

const farLink =
  (place: string): Tamper =>
  async (log) => {
    const { number, entryId } = inner(log);
    await log.connection.query(`UPDATE audit_links SET number = ${place} WHERE entry_id = $1`, [entryId]);
    return one({ number }, 'deleted', 'reordered', 'inserted');
  };

/** A place at the end of the numbers must not be walked to. */
const farHead: Tamper = async (log) => {
  const number = Number.MAX_SAFE_INTEGER;
  await log.connection.query('UPDATE audit_chains SET number = $2, hash = sha256(hash) WHERE chain_id = $1', [
    log.chainId,
    number,
  ]);
  return one({ kind: 'truncated_end', number: log.links.length + 1, until: number });
};

/** The whole rest of the chain is made anew, and its head too. */
const rewriteRest: Tamper = async (log) => {
  const { number } = pickLink(log);
  const hash = await rewrite(log, number, log.links.length);
  await log.connection.query('UPDATE audit_chains SET hash = $2 WHERE chain_id = $1', [log.chainId, hash]);
  return { ...one({ kind: 'rewritten', number: log.links.length }), needsHead: true };
};

export const tamperings: Readonly<Record<string, Tamper>> = {
  alterField,
  emptyField,
  alterLink,
  alterSalt,
  recomputeLink,
  deleteEntry,
  deleteWithLink,
  deleteAndCloseGap,
  moveToOtherTeam,
  insertEntry,
  insertWithLink,
  insertAtEnd,
  insertHighest: insertFar('9223372036854775807'),
  insertLowest: insertFar('-9223372036854775808'),
  insertLowestId,
  insertAsOld,
  swap,
  backdate,
  cutEnd,
  cutEndAndHead,
  cutStart,
  cutStartAndRenumber,
  alterHead,
  moveHead,
  deleteHead,
  endlessTime,
  noDigest,
  nestedDigests,
  nestedSalts,
  highestLink: farLink('9223372036854775807'),
  farLink: farLink('9007199254740991'),
  lowestLink: farLink('-9007199254740990'),
  farHead,
  rewriteRest,
};

/** As the owner of the tables can. Rolled back with the transaction. */
export async function disableTriggers(connection: Connection): Promise<void> {
  for (const table of ['audit_log', 'audit_links', 'installation_log'])
    await connection.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
}

async function remove({ connection }: Tampering, entryIds: readonly string[]): Promise<void> {
  await connection.query('DELETE FROM audit_log WHERE id = ANY ($1::uuid[])', [entryIds]);
  await connection.query('DELETE FROM audit_links WHERE entry_id = ANY ($1::uuid[])', [entryIds]);
}

/** In two steps, because the numbers are unique. */
async function moveNumbers({ connection, chainId }: Tampering, from: number, by: number): Promise<void> {
  await connection.query('UPDATE audit_links SET number = -number WHERE chain_id = $1 AND number >= $2', [
    chainId,
    from,
  ]);
  await connection.query('UPDATE audit_links SET number = $2 - number WHERE chain_id = $1 AND number < 0', [
    chainId,
    by,
  ]);
}

async function insertForged({ connection, chainId }: Tampering, id = uuidV7()): Promise<string> {
  await connection.query(
    `INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, details) VALUES ($1, $2, 'key.created', 'x', 'unknown', '{}')`,
    [chainId, id],
  );
  return id;
}

async function forgeLink(log: Tampering, number: number, entryId: string): Promise<void> {
  const { connection, chainId, links } = log;
  const previous = links[number - 2]?.hash ?? Buffer.alloc(32);
  const fields = await readFields(connection, entryId);
  const salts = fields.map(() => Buffer.alloc(16, 7));
  const digests = digestAll(fields, salts);
  await connection.query(
    `INSERT INTO audit_links (chain_id, number, entry_id, previous, salts, digests, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [chainId, number, entryId, previous, salts, digests, linkHash(chainId, number, previous, digests)],
  );
}

/** Alters the entry at `from`, and makes the links up to `to` anew. Returns the last hash. */
async function rewrite({ connection, chainId, links }: Tampering, from: number, to: number): Promise<Buffer> {
  let previous = links[from - 2]?.hash ?? Buffer.alloc(32);
  for (const { number, entryId, digests: old } of links.slice(from - 1, to)) {
    if (number === from) {
      await connection.query("UPDATE audit_log SET subject_id = 'forged' WHERE id = $1", [entryId]);
      await connection.query('UPDATE audit_links SET salts[4] = $2, digests[4] = $3 WHERE entry_id = $1', [
        entryId,
        Buffer.alloc(16),
        fieldDigest(Buffer.alloc(16), 'subject_id', 'forged'),
      ]);
    }
    const digests =
      number === from ? old.with(3, fieldDigest(Buffer.alloc(16), 'subject_id', 'forged')) : old;
    const hash = linkHash(chainId, number, previous, digests);
    await connection.query('UPDATE audit_links SET previous = $2, hash = $3 WHERE entry_id = $1', [
      entryId,
      previous,
      hash,
    ]);
    previous = hash;
  }
  return previous;
}

async function readFields(connection: Connection, entryId: string): Promise<(string | null)[]> {
  const { rows } = await connection.query<{ fields: (string | null)[] }>(
    `SELECT audit_fields(id, at, action, subject_id, actor_type, actor_id, actor_name, address, request_id, details) AS fields
       FROM audit_log WHERE id = $1`,
    [entryId],
  );
  return rows[0]?.fields ?? [];
}

function digestAll(fields: readonly (string | null)[], salts: readonly Buffer[]): Buffer[] {
  return auditFields.map((name, i) => fieldDigest(salts[i] ?? Buffer.alloc(16), name, fields[i] ?? null));
}

export function headOf(chainId: string, links: readonly AuditLink[]): AuditHead {
  const last = links.at(-1);
  return { chainId, number: last?.number ?? 0, hash: last?.hash ?? Buffer.alloc(32) };
}
