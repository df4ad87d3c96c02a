/** Writes glossaries and dictionaries whose entries are already packed. */
import type { Actor } from '../../lib/actor.ts';
import { type Condition, meets } from '../../lib/conditions.ts';
import { answerLanguageTag, type LanguagePair } from '../../lib/language-tag.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { keepVersion } from '../../store/postgres/dictionary-versions.ts';
import * as store from '../../store/postgres/glossaries.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import { refuseInactiveKey } from '../inactive-key.ts';
import { changeGlossary, findDictionary, recordGlossaryChange, type Subject } from './glossary-changes.ts';
import { maxDictionaries, maxGlossaries } from './glossary-limits.ts';
import type { PackedDictionary } from './pack-entries.ts';
import * as refusals from './refusals.ts';

export type Glossary = store.GlossaryRow;
export type Dictionary = store.DictionaryRow;

/** Where glossaries are, and how their entries are encrypted. */
export interface GlossaryStore {
  readonly db: Database;
  readonly texts: StoredTexts;
}

export interface DictionaryTarget extends Subject {
  readonly pair: LanguagePair;
  readonly condition: Condition;
}

export interface NewGlossary {
  readonly name: string;
  readonly dictionaries: readonly PackedDictionary[];
}

export async function insertGlossary(
  { db, texts }: GlossaryStore,
  teamId: string,
  { name, dictionaries }: NewGlossary,
  actor: Actor,
): Promise<Outcome<Glossary>> {
  if (hasPairTwice(dictionaries)) return refusals.samePair;
  if (dictionaries.length > maxDictionaries) return refusals.tooManyDictionaries;
  const seal = await texts.sealerFor(teamId);
  return inTransaction(db, async (connection) => {
    if ((await store.countGlossariesUnderLock(connection, teamId)) >= maxGlossaries)
      return refusals.tooManyGlossaries;
    // The key is checked last: this must not wait for anything else while a revocation waits for it.
    const refusal = await refuseInactiveKey(connection, teamId, actor);
    if (refusal !== undefined) return refusal;
    const subject = { teamId, glossaryId: uuidV7(), actor };
    await store.insertGlossary(connection, teamId, subject.glossaryId, name);
    for (const one of dictionaries) {
      await store.writeDictionary(connection, teamId, subject.glossaryId, 1, one, { author: actor, seal });
    }
    const details = {
      name,
      dictionaries: dictionaries.map((one) => ({ ...shownPair(one), entry_count: one.entryCount })),
    };
    await recordGlossaryChange(connection, subject, 'glossary.created', details);
    return done(await refreshed(connection, subject));
  });
}

/** A dictionary to write, and the condition that the existing one must meet. */
export interface DictionaryWrite {
  readonly dictionary: PackedDictionary;
  readonly condition: Condition;
}

/** Writes all dictionaries and the new name, if given, or nothing. */
export async function writeDictionaries(
  { db, texts }: GlossaryStore,
  subject: Subject,
  writes: readonly DictionaryWrite[],
  action: string,
  name?: string,
): Promise<Outcome<Glossary>> {
  const { teamId, glossaryId, actor } = subject;
  const seal = await texts.sealerFor(teamId);
  return changeGlossary(db, subject, async (connection, glossary) => {
    let count = glossary.dictionaries.length;
    for (const { dictionary, condition } of writes) {
      const existing = findDictionary(glossary, dictionary);
      if (!meets(condition, existing?.version)) return refusals.versionChanged(existing?.version);
      if (existing === undefined) count++;
    }
    if (count > Math.max(maxDictionaries, glossary.dictionaries.length)) return refusals.tooManyDictionaries;
    const version = await store.raiseVersion(connection, teamId, glossaryId, name);
    if (name !== undefined) await recordRename(connection, subject, glossary.name, name);
    for (const { dictionary } of writes) {
      const { source, target } = dictionary;
      await keepVersion(connection, { teamId, glossaryId, source, target });
      await store.writeDictionary(connection, teamId, glossaryId, version, dictionary, {
        author: actor,
        seal,
      });
      const details = { ...shownPair(dictionary), entry_count: dictionary.entryCount, version };
      await recordGlossaryChange(connection, subject, action, details);
    }
    return done(await refreshed(connection, subject));
  });
}

export function recordRename(connection: Connection, subject: Subject, from: string, to: string) {
  return recordGlossaryChange(connection, subject, 'glossary.renamed', { from, to });
}

export async function refreshed(connection: Connection, { teamId, glossaryId }: Subject): Promise<Glossary> {
  const glossary = await store.findGlossary(connection, teamId, glossaryId);
  if (glossary === undefined) throw new Error('a glossary that was just written is gone');
  return glossary;
}

export function shownPair({ source, target }: LanguagePair) {
  return { source_lang: answerLanguageTag(source), target_lang: answerLanguageTag(target) };
}

export function hasPairTwice(dictionaries: readonly LanguagePair[]): boolean {
  return new Set(dictionaries.map(({ source, target }) => `${source} ${target}`)).size < dictionaries.length;
}
