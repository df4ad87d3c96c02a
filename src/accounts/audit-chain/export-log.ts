/** An audit log with its chain, as lines of JSON that a program without this database can verify. */
import {
  type LinkedEntry,
  readAtOneMoment,
  readAuditHeads,
  readLinkedEntries,
} from '../../store/postgres/audit-chains.ts';
import type { Connection, Database } from '../../store/postgres/database.ts';
import { auditFields, noHash } from './link-hash.ts';
import { type WireHead, writeHead } from './wire-head.ts';

const pageSize = 500;

/** Lines of JSON: a page of entries at a time, and in the end the head. All that is read must be of one moment. */
export async function* exportLog(connection: Connection, chainId: string): AsyncGenerator<string> {
  // Also what is behind a head that somebody has put back.
  for (let after = 0; ; ) {
    const page = await readLinkedEntries(connection, chainId, after, pageSize);
    const last = page.at(-1);
    if (last === undefined) break;
    yield page.map((entry) => `${JSON.stringify(writeEntry(chainId, entry))}\n`).join('');
    after = last.number;
  }
  yield `${JSON.stringify({ type: 'head', ...(await readHead(connection, chainId)) })}\n`;
}

/** A page of links with their entries, after a number, and the head to which they lead. */
export function readChainPage(db: Database, chainId: string, after: number, limit: number) {
  return readAtOneMoment(db, async (connection) => {
    const page = await readLinkedEntries(connection, chainId, after, limit);
    return {
      entries: page.map((entry) => writeEntry(chainId, entry)),
      head: await readHead(connection, chainId),
    };
  });
}

async function readHead(connection: Connection, chainId: string): Promise<WireHead> {
  const heads = await readAuditHeads(connection, [chainId]);
  return writeHead(heads.get(chainId) ?? { chainId, number: 0, hash: noHash });
}

function writeEntry(chainId: string, entry: LinkedEntry) {
  const { number, previous, salts, digests, hash, fields } = entry;
  const named = <T>(values: readonly T[]) =>
    Object.fromEntries(auditFields.map((name, i) => [name, values[i] ?? null]));
  return {
    type: 'entry',
    ...writeHead({ chainId, number, hash }),
    previous: previous.toString('hex'),
    digests: named(digests.map(toHex)),
    salts: named(salts.map((salt) => salt && toHex(salt))),
    fields: fields && named(fields),
  };
}

function toHex(bytes: Buffer): string {
  return bytes.toString('hex');
}
