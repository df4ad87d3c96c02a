/** Compares a chain with heads and links that were exported before, and kept where its database is not. */
import { type AuditHead, readLinks } from '../../store/postgres/audit-chains.ts';
import type { Connection } from '../../store/postgres/database.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Finding } from './findings.ts';

interface ComparedChain {
  readonly head: AuditHead;
  /** True number of a link → the number that it has now; undefined if all are the same. */
  readonly presentNumbers: ReadonlyMap<number, number> | undefined;
}

/** Names the first link that differs: the entries between it and the anchor before were replaced. */
export async function compareAnchors(
  connection: Connection,
  { head, presentNumbers }: ComparedChain,
  anchors: readonly AuditHead[],
  start: Checkpoint,
): Promise<Finding[]> {
  const sorted = anchors.filter(({ number }) => number > 0).toSorted((a, b) => a.number - b.number);
  const findings: Finding[] = [];
  for (const { number, hash } of sorted) {
    if (number > head.number || number < start.until) continue;
    const present = presentNumbers === undefined ? number : presentNumbers.get(number);
    const [link] = present === undefined ? [] : await readLinks(connection, head.chainId, present - 1, 1);
    const entry = link?.number === present ? link : undefined;
    const found = number === start.until ? start.hash : entry?.hash;
    // A link that is missing is found without an anchor.
    if (found === undefined || found.equals(hash)) continue;
    findings.push({ kind: 'rewritten', number, ...(entry && { entryId: entry.entryId }) });
    break;
  }
  const last = sorted.at(-1)?.number ?? 0;
  if (last > head.number) findings.push({ kind: 'truncated_end', number: head.number + 1, until: last });
  return findings;
}
