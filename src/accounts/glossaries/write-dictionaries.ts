/** Writes glossaries and dictionaries that are packed already, and merges entries into them. */
import type { Actor } from '../../lib/actor.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/glossaries.ts';
import { type Condition, meets } from './conditions.ts';
import type { EntryFormat } from './entries.ts';
import {
  changeGlossary,
  findDictionary,
  noSuchDictionary,
  recordGlossaryChange,
  versionChanged,
} from './glossary-changes.ts';
import type { PackedDictionary, PackedGlossary, Pair } from './pack-entries.ts';
import { prepare } from './prepare-entries.ts';

const maxGlossaries = 1_000;
const maxDictionaries = 100;

export type Glossary = store.GlossaryRow;
export type Dictionary = store.DictionaryRow;

/** The entries of one dictionary as a caller sent them. */
export interface EntriesContent {
  readonly format: EntryFormat;
  readonly content: Uint8Array;
}

export interface DictionaryTarget {
  readonly teamId: string;
  readonly glossaryId: string;
  readonly pair: Pair;
  readonly condition: Condition;
  readonly actor: Actor;
}

export async function insertGlossary(
  db: Database,
  teamId: string,
  { name, dictionaries }: PackedGlossary,
  actor: Actor,
): Promise<Outcome<Glossary>> {
  const pairs = new Set(dictionaries.map(({ source, target }) => `${source} ${target}`));
  if (pairs.size < dictionaries.length) {
    return refused('invalid_request', 'A glossary has at most one dictionary for a language pair.');
  }
  if (dictionaries.length > maxDictionaries) return tooManyDictionaries;
  return inTransaction(db, async (connection) => {
    if ((await store.countGlossariesUnderLock(connection, teamId)) >= maxGlossaries) return tooManyGlossaries;
    const id = uuidV7();
    await store.insertGlossary(connection, teamId, id, name);
    for (const one of dictionaries) await store.writeDictionary(connection, teamId, id, 1, one);
    const details = {
      name,
      dictionaries: dictionaries.map((one) => ({ ...shownPair(one), entry_count: one.entryCount })),
    };
    await recordGlossaryChange(connection, actor, teamId, id, 'glossary.created', details);
    return done(await refreshed(connection, teamId, id));
  });
}

export function writeDictionary(
  db: Database,
  { teamId, glossaryId, pair, condition, actor }: DictionaryTarget,
  dictionary: PackedDictionary,
  action: string,
): Promise<Outcome<Dictionary>> {
  return changeGlossary(db, teamId, glossaryId, async (connection, glossary) => {
    const existing = findDictionary(glossary, pair);
    if (!meets(condition, existing?.version)) return versionChanged(existing?.version);
    if (existing === undefined && glossary.dictionaries.length >= maxDictionaries) return tooManyDictionaries;
    const version = await store.raiseVersion(connection, teamId, glossaryId);
    await store.writeDictionary(connection, teamId, glossaryId, version, dictionary);
    const details = { ...shownPair(pair), entry_count: dictionary.entryCount, version };
    await recordGlossaryChange(connection, actor, teamId, glossaryId, action, details);
    const written = findDictionary(await refreshed(connection, teamId, glossaryId), pair);
    return written === undefined ? noSuchDictionary : done(written);
  });
}

/** How often a merge starts afresh because the dictionary changed meanwhile. */
const maxMergeTries = 5;

/**
 * Merged outside of any transaction, since that takes long; written only if the dictionary is still the one that
 * was read.
 */
export async function mergeEntries(
  db: Database,
  target: DictionaryTarget,
  entries: EntriesContent,
): Promise<Outcome<Dictionary>> {
  const { teamId, glossaryId, pair } = target;
  for (let tries = 0; tries < maxMergeTries; tries++) {
    const stored = isUuid(glossaryId)
      ? await store.readDictionary(db, teamId, glossaryId, pair.source, pair.target)
      : undefined;
    if (!meets(target.condition, stored?.version)) return versionChanged(stored?.version);
    const packed = await prepare(
      { kind: 'entries', ...entries, ...(stored && { mergeInto: stored.packed }) },
      stored?.entryBytes,
    );
    if (!packed.ok) return packed;
    const asRead: Condition = stored === undefined ? 'absent' : [stored.version];
    const dictionary = { ...pair, ...packed.value };
    const written = await writeDictionary(
      db,
      { ...target, condition: asRead },
      dictionary,
      'glossary.entries_merged',
    );
    if (written.ok || written.problem.code !== 'precondition_failed') return written;
  }
  return refused('conflict', 'Others change this dictionary all the time. Try again in a moment.');
}

export async function refreshed(connection: Connection, teamId: string, id: string): Promise<Glossary> {
  const glossary = await store.findGlossary(connection, teamId, id);
  if (glossary === undefined) throw new Error('a glossary that was just written is gone');
  return glossary;
}

export function shownPair({ source, target }: Pair) {
  return { source_lang: answerLanguageTag(source), target_lang: answerLanguageTag(target) };
}

const tooManyGlossaries = refused(
  'conflict',
  `A team has at most ${maxGlossaries} glossaries. Delete one that is no longer used.`,
);
const tooManyDictionaries = refused('conflict', `A glossary has at most ${maxDictionaries} dictionaries.`);
