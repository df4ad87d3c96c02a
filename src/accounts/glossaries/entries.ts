/**
 * Reads and checks the entries of a dictionary in JSON, TSV or CSV. Internally and in Postgres they are TSV:
 * no term may contain a control character, so nothing needs escaping. Everything here is pure computation, so
 * that large dictionaries can be read on a separate thread (see prepare-entries.ts).
 */
import type { Pace } from '../../lib/event-loop-turns.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import { readCsv } from './csv.ts';
import { maxDictionaryBytes, maxTermBytes } from './glossary-limits.ts';
import * as refusals from './refusals.ts';

export const entryFormats = ['json', 'tsv', 'csv'] as const;
export type EntryFormat = (typeof entryFormats)[number];

const maxJsonDepth = 32;

/** Source term → target term, in order of first appearance. */
export type Entries = Map<string, string>;

/** The entries in the order given, not yet checked. A refusal ends the list. */
type RawEntries = Iterable<readonly [source: unknown, target: unknown] | Refusal>;

export function readEntries(format: EntryFormat, text: string): Outcome<Entries> {
  // Spreadsheets write a byte order mark; it is not part of the first term.
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (format === 'tsv') return checkEntries(tsvEntries(content));
  if (format === 'csv') return checkEntries(csvEntries(content));
  const parsed = parseStrictJson(content, maxJsonDepth);
  if (!parsed.ok) return refusals.invalidBody(parsed.reason);
  return readJsonEntries((parsed.value as { entries?: unknown } | null)?.entries);
}

/** Reads the member `entries` of a JSON body that is already parsed. */
export function readJsonEntries(entries: unknown): Outcome<Entries> {
  if (!Array.isArray(entries)) return refusals.noEntryList;
  return checkEntries(jsonPairs(entries));
}

function* jsonPairs(entries: readonly unknown[]): Generator<readonly [source: unknown, target: unknown]> {
  for (const entry of entries) {
    const { source, target } = (entry ?? {}) as { source?: unknown; target?: unknown };
    yield [source, target];
  }
}

function* tsvEntries(text: string): RawEntries {
  for (const { line, number } of linesOf(text)) {
    const [source, target, ...more] = line.split('\t');
    if (target === undefined || more.length > 0) {
      yield refusals.invalidLine(number);
      return;
    }
    yield [source, target];
  }
}

export function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    number++;
    if (line !== '') yield { line, number };
  }
}

/** Files of other services have the two language codes in a third and a fourth column, which are ignored. */
const maxColumns = 4;

function* csvEntries(text: string): RawEntries {
  let number = 0;
  for (const row of readCsv(text)) {
    number++;
    const [source, target] = row ?? [];
    if (row === undefined || target === undefined || row.length > maxColumns) {
      yield refusals.invalidRow(number);
      return;
    }
    yield [source, target];
  }
}

function checkEntries(raw: RawEntries): Outcome<Entries> {
  const checked = new CheckedEntries();
  for (const entry of raw) {
    const refusal = 'ok' in entry ? entry : checked.add(...entry);
    if (refusal !== undefined) return refusal;
  }
  return checked.finish();
}

/** Entries between two checks of the clock. */
const entriesPerStep = 256;

/** Reads the member `entries` of a parsed body of the right shape, and yields to other work on the thread. */
export async function readEntriesInTurns(
  entries: Readonly<Record<string, string>> | readonly { source: string; target: string }[],
  pace: Pace,
): Promise<Outcome<Uint8Array>> {
  const checked = new CheckedEntries();
  let count = 0;
  for (const [source, target] of Array.isArray(entries) ? jsonPairs(entries) : Object.entries(entries)) {
    if (count++ % entriesPerStep === 0 && pace.isOver) await pace.next();
    const refusal = checked.add(source, target);
    if (refusal !== undefined) return refusal;
  }
  const read = checked.finish();
  return read.ok ? done(Buffer.from(writeTsv(read.value))) : read;
}

/** Collects entries; `add` returns a refusal for an entry that breaks a rule. */
class CheckedEntries {
  readonly #entries: Entries = new Map();
  #bytes = 0;

  add(source: unknown, target: unknown): Refusal | undefined {
    const number = this.#entries.size + 1;
    const [sourceFault, targetFault] = [faultOf(source), faultOf(target)];
    if (sourceFault !== undefined) return refusals.invalidTerm(number, 'source', sourceFault);
    if (targetFault !== undefined) return refusals.invalidTerm(number, 'target', targetFault);
    if (this.#entries.has(source as string)) return refusals.repeatedTerm(number);
    this.#entries.set(source as string, target as string);
    this.#bytes += (source as string).length + (target as string).length + 2;
    // A code unit takes at least one byte; the exact size is checked once at the end.
    return this.#bytes > maxDictionaryBytes ? refusals.largeDictionary : undefined;
  }

  finish(): Outcome<Entries> {
    return this.#entries.size === 0 ? refusals.noEntries : done(this.#entries);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

function faultOf(term: unknown): refusals.TermFault | undefined {
  if (typeof term !== 'string') return 'type';
  if (term === '') return 'empty';
  if (term !== term.trim()) return 'space';
  if (controlCharacter.test(term)) return 'control';
  // A code unit takes at most three bytes.
  const isShort = term.length * 3 <= maxTermBytes || Buffer.byteLength(term) <= maxTermBytes;
  return isShort ? undefined : 'long';
}

/** The stored form: one line per entry. */
export function writeTsv(entries: Entries): string {
  let tsv = '';
  for (const [source, target] of entries) tsv += `${source}\t${target}\n`;
  return tsv;
}

/** Reads entries that `writeTsv` wrote; they need no checks. */
export function parseTsv(tsv: string): Entries {
  const entries: Entries = new Map();
  for (const { line } of linesOf(tsv)) {
    const tab = line.indexOf('\t');
    entries.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return entries;
}
