/**
 * Finds what was done to a chain whose hashes do not fit together. The head is taken as true, and the chain is followed from
 * it towards its beginning, because each link holds the hash of the one before.
 */
import type { AuditHead, AuditLink } from '../../store/postgres/audit-chains.ts';
import type { Finding } from './findings.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { findTrueNumbers } from './true-numbers.ts';

export interface Diagnosis {
  readonly findings: Finding[];
  /** As it is stored, or as it must have been if it was altered. */
  readonly head: AuditHead;
  /** The number that a link has now → its true number. Links that nothing vouches for are missing. */
  readonly genuine: Map<number, number>;
  /** The first number that is accounted for, and the hash that stands before it; undefined for an altered link. */
  readonly first: { readonly number: number; readonly previous: Buffer | undefined } | undefined;
}

/** `links` in the order of their present numbers. */
export function diagnoseChain(chainId: string, links: readonly AuditLink[], stored: AuditHead): Diagnosis {
  const trueNumbers = findTrueNumbers(chainId, links);
  const head = correctHead(links, trueNumbers, stored);
  const walk = walkFromHead(links, trueNumbers, head);
  const accounted = new Set([...walk.genuine.keys(), ...walk.altered.keys()]);
  const inserted = links
    .filter((_, index) => !accounted.has(index))
    .map(({ number, entryId }): Finding => ({ kind: 'inserted', number, entryId }));
  const findings: Finding[] = [
    ...(head === stored ? [] : [{ kind: 'altered', number: stored.number } as const]),
    ...describeMissing(walk.missing, head.number),
    ...[...walk.altered].map(
      ([index, number]): Finding => ({ kind: 'altered', number, ...entryOf(links, index) }),
    ),
    ...inserted,
    ...describeMoved(links, walk.genuine),
  ];
  const genuine = new Map(
    [...walk.genuine].map(([index, number]) => [links[index]?.number ?? 0, number] as const),
  );
  // If the oldest are missing, the others are likely to have got their numbers.
  const isWhole = (links[0]?.number ?? 1) >= (walk.lowest ?? 1);
  if (findings.length === 0 && isWhole) findings.push(...describeRenumbered(genuine));
  const lowest = [...walk.genuine].find(([, number]) => number === walk.lowest);
  const first =
    walk.lowest === undefined
      ? undefined
      : { number: walk.lowest, previous: lowest === undefined ? undefined : links[lowest[0]]?.previous };
  return { findings, head, genuine, first };
}

/** If the head itself was altered or deleted: the link with its hash, or the last one. */
function correctHead(
  links: readonly AuditLink[],
  trueNumbers: ReadonlyMap<number, number>,
  stored: AuditHead,
): AuditHead {
  const meant = [...trueNumbers].find(([index]) => links[index]?.hash.equals(stored.hash));
  if (meant?.[1] === stored.number) return stored;
  const last = stored.number === 0 ? [...trueNumbers].toSorted(([, a], [, b]) => a - b).at(-1) : undefined;
  const [index, number] = meant ?? last ?? [];
  const hash = index === undefined ? undefined : links[index]?.hash;
  return number === undefined || hash === undefined ? stored : { ...stored, number, hash };
}

/** Several numbers in a row. A false head can make it as long as numbers go. */
interface Run {
  readonly number: number;
  readonly until: number;
}

interface Walk {
  /** Index of a link → its number. */
  readonly genuine: Map<number, number>;
  readonly altered: Map<number, number>;
  /** From the newest. */
  readonly missing: Run[];
  /** The smallest number of a link that is genuine or altered. */
  readonly lowest: number | undefined;
}

function walkFromHead(
  links: readonly AuditLink[],
  trueNumbers: ReadonlyMap<number, number>,
  head: AuditHead,
): Walk {
  const byNumber = Map.groupBy(trueNumbers.keys(), (index) => trueNumbers.get(index) ?? 0);
  /** Links that fit nowhere, by their present number. */
  const unknown = new Map(links.map(({ number }, index) => [number, index]));
  for (const [number, index] of unknown) if (trueNumbers.has(index)) unknown.delete(number);
  const walk = {
    genuine: new Map<number, number>(),
    altered: new Map<number, number>(),
    missing: [] as Run[],
    lowest: undefined as number | undefined,
  };
  const places = [...new Set([...byNumber.keys(), ...unknown.keys()])].filter(
    (number) => number > 0 && number <= head.number,
  );
  let expected: Buffer | undefined = head.hash;
  let above = head.number + 1;
  for (const number of places.toSorted((a, b) => b - a)) {
    const candidates: readonly number[] = byNumber.get(number) ?? [];
    if (number < above - 1) {
      walk.missing.push({ number: number + 1, until: above - 1 });
      expected = undefined;
    }
    above = number;
    const wanted: Buffer | undefined = expected;
    // Behind a gap any link that was made for this place is taken.
    const match: number | undefined = candidates.find(
      (index) => wanted === undefined || links[index]?.hash.equals(wanted),
    );
    expected = match === undefined ? undefined : links[match]?.previous;
    const other = candidates[0] ?? unknown.get(number);
    if (match !== undefined) walk.genuine.set(match, number);
    else if (other !== undefined) walk.altered.set(other, number);
    walk.lowest = number;
  }
  return walk;
}

function entryOf(links: readonly AuditLink[], index: number) {
  const link = links[index];
  return link === undefined ? {} : { entryId: link.entryId };
}

function describeMissing(missing: readonly Run[], last: number): Finding[] {
  return missing
    .toReversed()
    .map((run) => ({ kind: run.until === last ? 'truncated_end' : 'deleted', ...run }));
}

/** Two that were exchanged are both named; of others, as few as would put all in order. */
function describeMoved(links: readonly AuditLink[], genuine: ReadonlyMap<number, number>): Finding[] {
  const inPlace = [...genuine].toSorted(([a], [b]) => a - b);
  const numbers = inPlace.map(([, number]) => number);
  const ordered = numbers.toSorted((a, b) => a - b);
  const displaced = inPlace.filter((_, position) => numbers[position] !== ordered[position]);
  const kept = longestIncreasing(numbers);
  const moved = displaced.length <= 2 ? displaced : inPlace.filter((_, position) => !kept.has(position));
  return moved.map(([index, number]) => ({ kind: 'reordered', number, ...entryOf(links, index) }));
}

function describeRenumbered(genuine: ReadonlyMap<number, number>): Finding[] {
  const moved = [...genuine].find(([present, number]) => present !== number);
  return moved === undefined ? [] : [{ kind: 'reordered', number: moved[1] }];
}
