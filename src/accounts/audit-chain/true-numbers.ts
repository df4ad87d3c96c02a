/** Which number each link had when it was made: its hash says so, whatever number it has now. */
import type { AuditLink } from '../../store/postgres/audit-chains.ts';
import { linkHash } from './link-hash.ts';

/**
 * For the links whose number neither their neighbours nor the displacement of the one before tell. Some seconds of work:
 * a thousand altered links in a large log would otherwise take an hour.
 */
const maxTries = 300_000;

/** The index of a link in `links` → its true number; links that were altered are missing. */
export function findTrueNumbers(chainId: string, links: readonly AuditLink[]): Map<number, number> {
  const found = new Map<number, number>();
  const neighbours = indexNeighbours(links);
  const farthest = Math.max(links.length, links.at(-1)?.number ?? 0) + 100;
  let displacement = 0;
  let tries = 0;
  const isNumberOf = (number: number, { previous, digests, hash }: AuditLink) =>
    number > 0 && linkHash(chainId, number, previous, digests).equals(hash);
  for (const [index, link] of links.entries()) {
    const likely = [0, displacement, displacement - 1, displacement + 1].map((each) => link.number + each);
    let number = [...likely, ...neighbours(link)].find((each) => isNumberOf(each, link));
    for (let each = 1; number === undefined && each <= farthest && tries < maxTries; each++) {
      tries += 2;
      number = [link.number - each, link.number + each].find((near) => isNumberOf(near, link));
    }
    if (number === undefined) continue;
    displacement = number - link.number;
    found.set(index, number);
  }
  return found;
}

/** The numbers that a link must have if the link before it, or the one behind, is where it was. */
function indexNeighbours(links: readonly AuditLink[]): (link: AuditLink) => number[] {
  const byHash = new Map(links.map(({ hash, number }) => [hash.toString('hex'), number]));
  const byPrevious = new Map(links.map(({ previous, number }) => [previous.toString('hex'), number]));
  return ({ hash, previous }) => {
    const before = byHash.get(previous.toString('hex'));
    const behind = byPrevious.get(hash.toString('hex'));
    return [...(before === undefined ? [] : [before + 1]), ...(behind === undefined ? [] : [behind - 1])];
  };
}
