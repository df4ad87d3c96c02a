/** Turns what a caller sends into what Postgres keeps, in one go: parse, check, merge, compress. Plain computing. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalLanguageTag, sameLanguage } from '../../lib/language-tag.ts';
import { cleanName, nameRule } from '../../lib/names.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import {
  type Entries,
  type EntryFormat,
  maxDictionaryBytes,
  parseTsv,
  readEntries,
  readJsonEntries,
  tooLarge,
  writeTsv,
} from './entries.ts';

/** A language pair; tags in canonical case. */
export interface Pair {
  readonly source: string;
  readonly target: string;
}

export interface PackedEntries {
  readonly entryCount: number;
  readonly entryBytes: number;
  /** gzip of the TSV. */
  readonly packed: Uint8Array;
}

export type PackedDictionary = PackedEntries & Pair;

export interface PackedGlossary {
  readonly name: string;
  readonly dictionaries: readonly PackedDictionary[];
}

/** What can be asked for, also of another thread: nothing but data. */
export type PackJob =
  /** The entries of one dictionary, on top of those of `mergeInto` where that is given. */
  | {
      readonly kind: 'entries';
      readonly format: EntryFormat;
      readonly content: Uint8Array;
      readonly mergeInto?: Uint8Array;
    }
  /** A whole glossary as JSON: `name`, and `dictionaries` with their languages and entries. */
  | { readonly kind: 'glossary'; readonly content: Uint8Array };

export type Packed<Job extends PackJob> = Job extends { kind: 'glossary' } ? PackedGlossary : PackedEntries;

export function pack<Job extends PackJob>(job: Job): Outcome<Packed<Job>> {
  const text = decodeUtf8(job.content);
  if (text === undefined) return refused('invalid_request', 'The body is not valid UTF-8.');
  const outcome = job.kind === 'glossary' ? packGlossary(text) : packEntries(job, text);
  return outcome as Outcome<Packed<Job>>;
}

function packEntries(job: Extract<PackJob, { kind: 'entries' }>, text: string): Outcome<PackedEntries> {
  const read = readEntries(job.format, text);
  if (!read.ok || job.mergeInto === undefined) return read.ok ? compress(read.value) : read;
  const merged = parseTsv(gunzipSync(job.mergeInto).toString('utf8'));
  for (const [source, target] of read.value) merged.set(source, target);
  return compress(merged);
}

// Fast rather than small: a dictionary is packed in a fraction of the time that it takes to send.
const gzipLevel = 1;

function compress(entries: Entries): Outcome<PackedEntries> {
  const tsv = Buffer.from(writeTsv(entries), 'utf8');
  if (tsv.length > maxDictionaryBytes) return tooLarge;
  const packed = new Uint8Array(gzipSync(tsv, { level: gzipLevel }));
  return done({ entryCount: entries.size, entryBytes: tsv.length, packed });
}

function packGlossary(text: string): Outcome<PackedGlossary> {
  const parsed = parseStrictJson(text, 32);
  if (!parsed.ok) return refused('invalid_request', parsed.reason);
  const body = parsed.value as { name?: unknown; dictionaries?: unknown } | null;
  const name = typeof body?.name === 'string' ? cleanName(body.name) : undefined;
  if (name === undefined) return refused('invalid_request', `name must be a name. ${nameRule}`);
  const given = body?.dictionaries ?? [];
  if (!Array.isArray(given)) return refused('invalid_request', 'dictionaries must be an array.');
  const dictionaries: PackedDictionary[] = [];
  for (const [i, one] of given.entries()) {
    const dictionary = packJsonDictionary(one);
    if (!dictionary.ok)
      return refused(dictionary.problem.code, `dictionaries[${i}]: ${dictionary.problem.detail}`);
    dictionaries.push(dictionary.value);
  }
  return done({ name, dictionaries });
}

function packJsonDictionary(value: unknown): Outcome<PackedDictionary> {
  const { source_lang, target_lang, entries, entries_format } = (value ?? {}) as Record<string, unknown>;
  const pair = readPair(source_lang, target_lang);
  if (!pair.ok) return pair;
  const read = readJsonMember(entries, entries_format);
  const packed = read.ok ? compress(read.value) : read;
  return packed.ok ? done({ ...pair.value, ...packed.value }) : packed;
}

function readJsonMember(entries: unknown, format: unknown): Outcome<Entries> {
  if (typeof entries !== 'string') return readJsonEntries(entries);
  if (format === 'tsv' || format === 'csv') return readEntries(format, entries);
  return refused('invalid_request', 'entries_format must be "tsv" or "csv" where entries is a string.');
}

export function readPair(source: unknown, target: unknown): Outcome<Pair> {
  const [from, to] = [source, target].map((tag) =>
    typeof tag === 'string' ? canonicalLanguageTag(tag) : undefined,
  );
  if (from === undefined || to === undefined) {
    const wrong = from === undefined ? 'source_lang' : 'target_lang';
    return refused('invalid_request', `${wrong} must be a language code such as EN or PT-BR.`);
  }
  if (sameLanguage(from, to)) {
    return refused('invalid_request', 'Source and target language of a dictionary must differ.');
  }
  return done({ source: from, target: to });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}
