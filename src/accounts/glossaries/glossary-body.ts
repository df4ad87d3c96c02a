/**
 * Bodies that describe a glossary and its dictionaries, as JSON or as a form. A single dictionary is a member
 * of a list or the body itself. Pure computation, so it can run on any thread.
 */
import { cleanName } from '../../lib/names.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { type FormMembers, parseStrictForm } from '../../lib/strict-form.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import { type Entries, readEntries, readJsonEntries } from './entries.ts';
import { maxDictionaries } from './glossary-limits.ts';
import { compressed, type PackedBody, type PackedDictionary, readPair } from './pack-entries.ts';
import * as refusals from './refusals.ts';

export interface BodyForm {
  readonly encoding: 'json' | 'form';
  /** Whether the dictionaries are in the list `dictionaries`, or a single one is beside the name. */
  readonly layout: 'list' | 'single';
}

type Members = Readonly<Record<string, unknown>>;

export function packBody({ encoding, layout }: BodyForm, text: string): Outcome<PackedBody> {
  const members = encoding === 'json' ? readJson(text) : readForm(text);
  if (!members.ok) return members;
  const name = readName(members.value.name);
  if (!name.ok) return name;
  const packed = layout === 'single' ? packOne(members.value) : packList(members.value.dictionaries);
  return packed.ok ? done({ name: name.value, dictionaries: packed.value }) : packed;
}

function readJson(text: string): Outcome<Members> {
  const parsed = parseStrictJson(text, requestLimits.maxJsonDepth);
  if (!parsed.ok) return refusals.invalidBody(parsed.reason);
  return done(Object(parsed.value) as Members);
}

function readForm(text: string): Outcome<Members> {
  const parsed = parseStrictForm(text, requestLimits.maxFormMembers);
  if (!parsed.ok) return refusals.invalidForm(parsed);
  const members = lastValues(parsed.members);
  return done({ ...members, dictionaries: listOf(members) });
}

/** No member of these forms has several values. Of one that is repeated, the last counts. */
function lastValues(form: FormMembers): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value].flat().at(-1)]));
}

const memberOfList = /^dictionaries\[(\d{1,4})\]\.(source_lang|target_lang|entries|entries_format)$/;

/** Collects form members such as `dictionaries[0].source_lang=EN`, in the order of their numbers. */
function listOf(form: Members): Members[] {
  const dictionaries = new Map<number, Record<string, unknown>>();
  for (const [member, value] of Object.entries(form)) {
    const [, number, name = ''] = memberOfList.exec(member) ?? [];
    if (number === undefined) continue;
    const dictionary = dictionaries.get(Number(number)) ?? {};
    dictionaries.set(Number(number), Object.assign(dictionary, { [name]: value }));
  }
  return [...dictionaries].toSorted(([a], [b]) => a - b).map(([, dictionary]) => dictionary);
}

function readName(given: unknown): Outcome<string | undefined> {
  if (given === undefined || given === null) return done(undefined);
  const name = typeof given === 'string' ? cleanName(given) : undefined;
  return name === undefined ? refusals.invalidName : done(name);
}

function packOne(members: Members): Outcome<PackedDictionary[]> {
  const dictionary = packDictionary(members);
  return dictionary.ok ? done([dictionary.value]) : dictionary;
}

function packList(given: unknown): Outcome<PackedDictionary[]> {
  const list = given ?? [];
  if (!Array.isArray(list)) return refusals.noDictionaryList;
  // Checked before packing: a body has room for 130,000 dictionaries, and receiving them from the thread
  // would block the event loop.
  if (list.length > maxDictionaries) return refusals.tooManyDictionaries;
  const dictionaries: PackedDictionary[] = [];
  for (const [i, one] of list.entries()) {
    const dictionary = packDictionary(Object(one) as Members);
    if (!dictionary.ok) return refusals.inDictionary(i, dictionary);
    dictionaries.push(dictionary.value);
  }
  return done(dictionaries);
}

function packDictionary({ source_lang, target_lang, entries, entries_format }: Members) {
  const pair = readPair(source_lang, target_lang);
  if (!pair.ok) return pair;
  const packed = compressed(readMember(entries, entries_format));
  return packed.ok ? done({ ...pair.value, ...packed.value }) : packed;
}

function readMember(entries: unknown, format: unknown): Outcome<Entries> {
  if (typeof entries !== 'string') return readJsonEntries(entries);
  if (format === 'tsv' || format === 'csv') return readEntries(format, entries);
  return refusals.noEntryFormat;
}
