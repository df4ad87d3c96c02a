/** What is wrong with an audit log. */
import type { AuditField } from './link-hash.ts';

export type FindingKind =
  /** A field, or the link of the entry, is not what it was. */
  | 'altered'
  | 'deleted'
  | 'inserted'
  | 'reordered'
  /** The oldest entries are missing, and no entry says that they were removed after their time. */
  | 'truncated_start'
  /** The newest entries are missing. */
  | 'truncated_end'
  /** Fields were emptied as by an erasure, but no entry says that the team was erased. */
  | 'emptied'
  /** The chain is consistent, but is not the one whose head was noted. */
  | 'rewritten';

export interface Finding {
  readonly kind: FindingKind;
  /** The place in the chain; undefined for an entry that has none. */
  readonly number?: number;
  /** The last number, if several entries in a row are concerned. */
  readonly until?: number;
  readonly entryId?: string;
  readonly fields?: readonly AuditField[];
}
