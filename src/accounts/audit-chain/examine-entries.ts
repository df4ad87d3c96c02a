/** Compares the entries of a log with the digests in its chain. */
import { type LinkedEntry, readLinkedEntries } from '../../store/postgres/audit-chains.ts';
import type { Connection } from '../../store/postgres/database.ts';
import { isErased } from '../../store/postgres/erasure.ts';
import { type Checkpoint, readCheckpoint, trimmedAction } from './checkpoint.ts';
import type { Finding } from './findings.ts';
import { type AuditField, auditFields, fieldDigest, noHash } from './link-hash.ts';

const pageSize = 500;

/** What an erasure leaves of each field that it empties. */
const erasedValues: Partial<Record<AuditField, string | null>> = {
  actor_name: null,
  address: null,
  request_id: null,
  details: '{}',
};

export interface ExaminedEntries {
  readonly entries: number;
  readonly erased: number;
  readonly findings: readonly Finding[];
  /** The last entry that retention has removed. */
  readonly start: Checkpoint;
}

/** `genuine`: the number that a link has now → its true number; undefined if all links are as they should be. */
export async function examineEntries(
  connection: Connection,
  chainId: string,
  genuine: ReadonlyMap<number, number> | undefined,
): Promise<ExaminedEntries> {
  const findings: Finding[] = [];
  const emptied: Finding[] = [];
  let start: Checkpoint = { until: 0, hash: noHash };
  let erasedBefore = 0;
  let entries = 0;
  for await (const entry of eachEntry(connection, chainId)) {
    const number = genuine === undefined ? entry.number : genuine.get(entry.number);
    if (number === undefined) continue;
    entries++;
    const finding = examineEntry(entry, number);
    if (finding !== undefined && finding.kind !== 'emptied') {
      findings.push(finding);
      continue;
    }
    // An erasure leaves the fields that are read here.
    if (finding !== undefined) emptied.push(finding);
    start = trimmedBy(entry) ?? start;
    if (fieldOf(entry, 'action') === 'team.erased') erasedBefore = number;
  }
  // Whoever can write to the database can write such an entry too, but then the team is still there.
  if (erasedBefore > 0 && !(await isErased(connection, chainId))) erasedBefore = 0;
  const unexplained = emptied.filter(({ number = 0 }) => number > erasedBefore);
  const erased = emptied.length - unexplained.length;
  return { entries, erased, findings: [...findings, ...unexplained], start };
}

async function* eachEntry(connection: Connection, chainId: string): AsyncGenerator<LinkedEntry> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await readLinkedEntries(connection, chainId, after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

function examineEntry(entry: LinkedEntry, number: number): Finding | undefined {
  const { entryId, fields } = entry;
  if (fields === null) return { kind: 'deleted', number, until: number, entryId };
  const altered: AuditField[] = [];
  const emptied: AuditField[] = [];
  for (const [index, name] of auditFields.entries()) {
    const value = fields[index] ?? null;
    const salt = entry.salts[index] ?? null;
    if (salt === null && name in erasedValues && value === erasedValues[name]) emptied.push(name);
    else if (salt === null || !entry.digests[index]?.equals(fieldDigest(salt, name, value)))
      altered.push(name);
  }
  if (altered.length > 0) return { kind: 'altered', number, entryId, fields: altered };
  return emptied.length > 0 ? { kind: 'emptied', number, entryId, fields: emptied } : undefined;
}

function fieldOf({ fields }: LinkedEntry, name: AuditField): string | null {
  return fields?.[auditFields.indexOf(name)] ?? null;
}

function trimmedBy(entry: LinkedEntry): Checkpoint | undefined {
  return fieldOf(entry, 'action') === trimmedAction
    ? readCheckpoint(fieldOf(entry, 'subject_id'))
    : undefined;
}
