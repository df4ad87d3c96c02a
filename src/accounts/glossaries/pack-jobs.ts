/** Turns what a caller sends into what Postgres keeps, in one go: parse, check, merge, compress. Plain computing. */
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { diffEntries, type EntriesDiff } from './diff-entries.ts';
import { type EntryFormat, readEntries } from './entries.ts';
import { type BodyForm, packBody } from './glossary-body.ts';
import { compressed, mergePacked, type PackedBody, type PackedEntries, unpack } from './pack-entries.ts';

/** What can be asked for, also of another thread: nothing but data. */
export type PackJob =
  /** The entries of one dictionary, as a caller sent them. */
  | { readonly kind: 'entries'; readonly format: EntryFormat; readonly content: Uint8Array }
  /** A body that names a glossary, and dictionaries with their languages and entries. */
  | { readonly kind: 'body'; readonly form: BodyForm; readonly content: Uint8Array }
  /** Packed entries on top of those that are kept. */
  | { readonly kind: 'merge'; readonly content: Uint8Array; readonly into: Uint8Array }
  /** What changed from one version, packed, to another. */
  | {
      readonly kind: 'diff';
      readonly content: Uint8Array;
      readonly before: Uint8Array;
      readonly mostShown: number;
    };

export type Packed<Job extends PackJob> = Job extends { kind: 'body' }
  ? PackedBody
  : Job extends { kind: 'diff' }
    ? EntriesDiff
    : PackedEntries;

export function pack<Job extends PackJob>(job: Job): Outcome<Packed<Job>> {
  return packAny(job) as Outcome<Packed<Job>>;
}

function packAny(job: PackJob): Outcome<PackedEntries | PackedBody | EntriesDiff> {
  if (job.kind === 'diff') return done(diffEntries(unpack(job.before), unpack(job.content), job.mostShown));
  if (job.kind === 'merge') return mergePacked(job.content, job.into);
  const text = decodeUtf8(job.content);
  if (text === undefined) return refused('invalid_request', 'The body is not valid UTF-8.');
  return job.kind === 'body' ? packBody(job.form, text) : compressed(readEntries(job.format, text));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}
