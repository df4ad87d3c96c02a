/** Where a chain begins after retention has removed its oldest entries. An entry of the chain itself says so. */

export const trimmedAction = 'audit.trimmed';

export interface Checkpoint {
  /** The last entry that was removed; 0 if none was. */
  readonly until: number;
  /** Its hash, which the next link holds. */
  readonly hash: Buffer;
}

/** The subject of the entry: erasing a team empties the details of its entries, but must not lose this. */
export function writeCheckpoint({ until, hash }: Checkpoint): string {
  return `${until}-${hash.toString('hex')}`;
}

export function readCheckpoint(subjectId: string | null): Checkpoint | undefined {
  const [, until, hash] = /^([0-9]{1,15})-([0-9a-f]{64})$/.exec(subjectId ?? '') ?? [];
  return until === undefined || hash === undefined
    ? undefined
    : { until: Number(until), hash: Buffer.from(hash, 'hex') };
}
