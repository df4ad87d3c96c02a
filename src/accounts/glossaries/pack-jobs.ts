/** Converts request content into its stored form: parse, check, merge, compress. Pure computation. */
import { done, type Outcome } from '../../lib/outcome.ts';
import { diffEntries, type EntriesDiff } from './diff-entries.ts';
import { type EntryFormat, readEntries } from './entries.ts';
import { type BodyForm, packBody } from './glossary-body.ts';
import { compressed, mergePacked, type PackedBody, type PackedEntries, unpack } from './pack-entries.ts';
import { notUtf8 } from './refusals.ts';

/** A job can be sent to another thread, so it holds only data. */
export type PackJob =
  /** The entries of one dictionary, as the caller sent them. */
  | { readonly kind: 'entries'; readonly format: EntryFormat; readonly content: Uint8Array }
  /** A body with the name of a glossary, and its dictionaries with languages and entries. */
  | { readonly kind: 'body'; readonly form: BodyForm; readonly content: Uint8Array }
  /** Packed entries to merge into the stored ones. */
  | { readonly kind: 'merge'; readonly content: Uint8Array; readonly into: Uint8Array }
  /** The differences between two packed versions. */
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
  if (text === undefined) return notUtf8;
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
