/** Verifies an audit log against its chain: every entry is there, in its place and as it was written. */

import {
  type AuditHead,
  type AuditLink,
  hasLinkAfter,
  readAtOneMoment,
  readChainState,
  readLinks,
  readUnlinkedEntries,
} from '../../store/postgres/audit-chains.ts';
import type { Connection, Database } from '../../store/postgres/database.ts';
import type { Checkpoint } from './checkpoint.ts';
import { compareAnchors } from './compare-anchors.ts';
import { type Diagnosis, diagnoseChain } from './diagnose-chain.ts';
import { examineEntries } from './examine-entries.ts';
import type { Finding } from './findings.ts';
import { linkHash, noHash } from './link-hash.ts';

const pageSize = 1_000;

export interface LogReport {
  readonly chainId: string;
  readonly head: AuditHead;
  /** The number of the oldest entry; 1 unless retention has removed entries. */
  readonly first: number;
  /** Entries that were verified. */
  readonly entries: number;
  /** How many of them lost fields in an erasure. */
  readonly erased: number;
  /** Entries from before the chain, which housekeeping has yet to link. */
  readonly pending: number;
  readonly findings: readonly Finding[];
}

/** `anchors`: heads and links of this chain that were exported before. */
export function verifyLog(
  db: Database,
  chainId: string,
  anchors: readonly AuditHead[] = [],
): Promise<LogReport> {
  return readAtOneMoment(db, (connection) => examineLog(connection, chainId, anchors));
}

/** All that is read must be of one moment. */
export async function examineLog(
  connection: Connection,
  chainId: string,
  anchors: readonly AuditHead[] = [],
): Promise<LogReport> {
  const state = await readChainState(connection, chainId);
  const head = state ?? { chainId, number: 0, hash: noHash };
  const sound = await readSoundChain(connection, head);
  const chain = sound ?? diagnoseChain(chainId, await readAllLinks(connection, chainId), head);
  const examined = await examineEntries(connection, chainId, sound ? undefined : chain.genuine);
  const presentNumbers = sound
    ? undefined
    : new Map([...chain.genuine].map(([present, number]) => [number, present]));
  const anchored = await compareAnchors(connection, { ...chain, presentNumbers }, anchors, examined.start);
  const { unexplained, pending } = await examineUnlinked(connection, chainId, state);
  const findings = [
    ...describeStart(chain, examined.start),
    ...chain.findings,
    ...examined.findings,
    ...unexplained,
    ...anchored,
  ];
  return {
    chainId,
    head,
    first: chain.first?.number ?? head.number + 1,
    ...{ entries: examined.entries, erased: examined.erased, pending, findings },
  };
}

/** Undefined if anything about the links is not as it should be. */
async function readSoundChain(connection: Connection, head: AuditHead): Promise<Diagnosis | undefined> {
  let first: Diagnosis['first'];
  let last: AuditLink | undefined;
  for await (const link of eachLink(connection, head.chainId)) {
    first ??= link;
    const previous = last === undefined ? link.previous : last.hash;
    const isInPlace = last === undefined || link.number === last.number + 1;
    const isLinked = isInPlace && link.previous.equals(previous);
    const digested = linkHash(head.chainId, link.number, previous, link.digests);
    if (!isLinked || !digested.equals(link.hash)) return undefined;
    last = link;
  }
  const isWhole = (last?.number ?? 0) === head.number && (last?.hash ?? noHash).equals(head.hash);
  return isWhole ? { findings: [], head, genuine: new Map(), first } : undefined;
}

async function* eachLink(connection: Connection, chainId: string): AsyncGenerator<AuditLink> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await readLinks(connection, chainId, after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

async function readAllLinks(connection: Connection, chainId: string): Promise<AuditLink[]> {
  const links: AuditLink[] = [];
  for await (const link of eachLink(connection, chainId)) links.push(link);
  return links;
}

/** The chain begins with its first entry, or behind those that retention has removed. */
function describeStart({ first }: Diagnosis, start: Checkpoint): Finding[] {
  if (first === undefined) return [];
  if (first.number > start.until + 1)
    return [{ kind: 'truncated_start', number: start.until + 1, until: first.number - 1 }];
  const fits = first.previous === undefined || first.previous.equals(start.hash);
  if (first.number <= start.until) return [{ kind: 'inserted', number: first.number }];
  return fits ? [] : [{ kind: 'altered', number: first.number }];
}

/** Whoever says that a chain is not complete could pass off new entries as old ones. */
async function examineUnlinked(
  connection: Connection,
  chainId: string,
  state: Awaited<ReturnType<typeof readChainState>>,
) {
  const isFilling = state === undefined || !state.isComplete;
  const isFalse =
    state !== undefined && isFilling && (await hasLinkAfter(connection, chainId, state.filledTo));
  const unexplained: Finding[] = isFalse ? [{ kind: 'altered', number: state.number }] : [];
  let pending = 0;
  for (let afterId: string | undefined; ; ) {
    const page = await readUnlinkedEntries(connection, chainId, afterId, pageSize);
    for (const entryId of page) {
      const isWaiting = isFilling && !isFalse && (state === undefined || entryId > state.filledTo);
      if (isWaiting) pending++;
      else unexplained.push({ kind: 'inserted', entryId });
    }
    const last = page.at(-1);
    if (last === undefined) return { unexplained, pending };
    afterId = last;
  }
}
