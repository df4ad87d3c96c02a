/** Entries as stored in Postgres: compressed, with their count and size. Pure computation. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalLanguageTag, type LanguagePair, sameLanguage } from '../../lib/language-tag.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { type Entries, parseTsv, writeTsv } from './entries.ts';
import { maxDictionaryBytes } from './glossary-limits.ts';
import * as refusals from './refusals.ts';

export interface PackedEntries {
  readonly entryCount: number;
  readonly entryBytes: number;
  /** The TSV, compressed with gzip. */
  readonly packed: Uint8Array;
}

export type PackedDictionary = PackedEntries & LanguagePair;

/** The glossary that a body describes. Some calls need no name, others no dictionaries. */
export interface PackedBody {
  readonly name: string | undefined;
  readonly dictionaries: readonly PackedDictionary[];
}

// Fast rather than small: packing a dictionary takes a fraction of the time needed to send it.
const gzipLevel = 1;

export function compressed(read: Outcome<Entries>): Outcome<PackedEntries> {
  if (!read.ok) return read;
  const tsv = Buffer.from(writeTsv(read.value), 'utf8');
  if (tsv.length > maxDictionaryBytes) return refusals.largeDictionary;
  const packed = new Uint8Array(gzipSync(tsv, { level: gzipLevel }));
  return done({ entryCount: read.value.size, entryBytes: tsv.length, packed });
}

/** Merges packed entries into the stored ones. */
export function mergePacked(added: Uint8Array, kept: Uint8Array): Outcome<PackedEntries> {
  const merged = unpack(kept);
  for (const [source, target] of unpack(added)) merged.set(source, target);
  return compressed(done(merged));
}

export function unpack(packed: Uint8Array): Entries {
  return parseTsv(gunzipSync(packed).toString('utf8'));
}

export function readPair(source: unknown, target: unknown): Outcome<LanguagePair> {
  const [from, to] = [source, target].map((tag) =>
    typeof tag === 'string' ? canonicalLanguageTag(tag) : undefined,
  );
  if (from === undefined || to === undefined) {
    return refusals.invalidLanguage(from === undefined ? 'source_lang' : 'target_lang');
  }
  return sameLanguage(from, to) ? refusals.sameLanguages : done({ source: from, target: to });
}
