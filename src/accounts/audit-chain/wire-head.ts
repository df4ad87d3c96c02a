/** Heads and links of audit chains as they leave the server: in exports, and for those who keep them elsewhere. */
import { isUuid } from '../../lib/uuid-v7.ts';
import type { AuditHead } from '../../store/postgres/audit-chains.ts';

export interface WireHead {
  /** The id of the team; only zeros for the installation. */
  readonly chain: string;
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export function writeHead({ chainId, number, hash }: AuditHead): WireHead {
  return { chain: chainId, number, hash: hash.toString('hex') };
}

/**
 * Reads every head and link in a JSON value: the output of `dragoman audit head`, a line of an export, or an event. Throws for one
 * that is damaged: to pass over it would leave a log uncompared.
 */
export function readHeads(value: unknown): AuditHead[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('heads' in value && Array.isArray(value.heads)) return value.heads.flatMap(readHeads);
  if ('audit_head' in value) return readHeads(value.audit_head);
  const { chain, number, hash } = value as Partial<WireHead>;
  if (chain === undefined && hash === undefined) return [];
  const isHead =
    typeof chain === 'string' &&
    isUuid(chain) &&
    Number.isSafeInteger(number) &&
    /^[0-9a-f]{64}$/i.test(String(hash));
  if (!isHead) throw new DamagedHeadError();
  return [
    {
      chainId: chain.toLowerCase(),
      number: Number(number),
      hash: Buffer.from(String(hash), 'hex'),
    },
  ];
}

export class DamagedHeadError extends Error {}
