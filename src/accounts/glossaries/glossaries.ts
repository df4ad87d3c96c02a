/**
 * The team's glossaries: versioned, with one dictionary per language pair. Every change raises the version
 * and writes an audit entry in the same transaction. Entries arrive as JSON, TSV or CSV and are returned as
 * TSV; the routes adapt them to each protocol, so that several protocols can share this module.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Actor } from '../../lib/actor.ts';
import { type Condition, meets } from '../../lib/conditions.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Page } from '../../lib/page.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import { keepVersion } from '../../store/postgres/dictionary-versions.ts';
import * as store from '../../store/postgres/glossaries.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import type { EntryFormat } from './entries.ts';
import type { BodyForm } from './glossary-body.ts';
import { changeGlossary, findDictionary, recordGlossaryChange, type Subject } from './glossary-changes.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';
import type { PackedBody, PackedDictionary, PackedEntries } from './pack-entries.ts';
import { prepare } from './prepare-entries.ts';
import * as refusals from './refusals.ts';
import {
  type Dictionary,
  type DictionaryTarget,
  type Glossary,
  insertGlossary,
  type NewGlossary,
  recordRename,
  refreshed,
  shownPair,
  writeDictionaries,
} from './write-dictionaries.ts';

export type { Dictionary, DictionaryTarget, Glossary } from './write-dictionaries.ts';

export interface DictionaryEntries {
  readonly version: number;
  readonly entryCount: number;
  /** One line `source TAB target` per entry, in the order given. */
  readonly tsv: Buffer;
}

export interface Glossaries {
  /** Reads and checks the content that a caller sent, without blocking other calls. Stores nothing yet. */
  readBody(teamId: string, content: Uint8Array, form: BodyForm): Promise<Outcome<PackedBody>>;
  readEntryFile(teamId: string, content: Uint8Array, format: EntryFormat): Promise<Outcome<PackedEntries>>;

  create(teamId: string, glossary: NewGlossary, actor: Actor): Promise<Outcome<Glossary>>;
  list(teamId: string, filter: store.GlossaryFilter, page: Page): Promise<Glossary[]>;
  find(teamId: string, id: string): Promise<Outcome<Glossary>>;
  rename(subject: Subject, name: string, condition?: Condition): Promise<Outcome<Glossary>>;
  /** Merges entries into several dictionaries and renames the glossary, in one transaction. */
  edit(subject: Subject, changes: PackedBody): Promise<Outcome<Glossary>>;
  delete(subject: Subject, condition?: Condition): Promise<Outcome<undefined>>;

  /** Creates the dictionary if it does not exist. */
  replaceDictionary(target: DictionaryTarget, entries: PackedEntries): Promise<Outcome<Dictionary>>;
  /** Keeps existing entries, unless a new one has the same source term. */
  mergeEntries(target: DictionaryTarget, entries: PackedEntries): Promise<Outcome<Dictionary>>;
  deleteDictionary(target: DictionaryTarget): Promise<Outcome<undefined>>;
  readEntries(teamId: string, id: string, pair: LanguagePair): Promise<Outcome<DictionaryEntries>>;
}

const unzip = promisify(gunzip);

export function createGlossaries(db: Database, texts: StoredTexts): Glossaries {
  const stored = { db, texts };
  return {
    readBody: (teamId, content, form) => prepare(teamId, { kind: 'body', form, content }),
    readEntryFile: (teamId, content, format) => prepare(teamId, { kind: 'entries', format, content }),
    create: (teamId, glossary, actor) => insertGlossary(stored, teamId, glossary, actor),
    list: (teamId, filter, page) => store.listGlossaries(db, teamId, filter, page),
    async find(teamId, id) {
      const found = isUuid(id) ? await store.findGlossary(db, teamId, id) : undefined;
      return found === undefined ? refusals.noGlossary : done(found);
    },
    rename: (subject, name, condition) =>
      changeGlossary(db, subject, async (connection, glossary) => {
        if (!meets(condition, glossary.version)) return refusals.versionChanged(glossary.version);
        await store.raiseVersion(connection, subject.teamId, subject.glossaryId, name);
        await recordRename(connection, subject, glossary.name, name);
        return done(await refreshed(connection, subject));
      }),
    edit: (subject, changes) => mergeDictionaries(stored, subject, changes),
    delete: (subject, condition) =>
      changeGlossary(db, subject, async (connection, glossary) => {
        if (!meets(condition, glossary.version)) return refusals.versionChanged(glossary.version);
        await store.deleteGlossary(connection, subject.teamId, subject.glossaryId);
        await recordGlossaryChange(connection, subject, 'glossary.deleted', { name: glossary.name });
        return done(undefined);
      }),
    async replaceDictionary(target, entries) {
      const write = { dictionary: { ...target.pair, ...entries }, condition: target.condition };
      const written = await writeDictionaries(stored, target, [write], 'glossary.dictionary_replaced');
      return dictionaryOf(written, target.pair);
    },
    async mergeEntries(target, entries) {
      const dictionaries: PackedDictionary[] = [{ ...target.pair, ...entries }];
      const body = { name: undefined, dictionaries };
      return dictionaryOf(await mergeDictionaries(stored, target, body, target.condition), target.pair);
    },
    deleteDictionary: (target) =>
      changeGlossary(db, target, async (connection, glossary) => {
        const { teamId, glossaryId, pair, condition } = target;
        const existing = findDictionary(glossary, pair);
        if (!meets(condition, existing?.version)) return refusals.versionChanged(existing?.version);
        if (existing === undefined) return refusals.noDictionary;
        await keepVersion(connection, { teamId, glossaryId, ...pair });
        await store.deleteDictionary(connection, teamId, glossaryId, pair.source, pair.target);
        await store.raiseVersion(connection, teamId, glossaryId);
        await recordGlossaryChange(connection, target, 'glossary.dictionary_deleted', shownPair(pair));
        return done(undefined);
      }),
    async readEntries(teamId, id, { source, target }) {
      const found = isUuid(id)
        ? await store.readDictionary(db, texts, teamId, id, source, target)
        : undefined;
      if (found !== undefined) {
        const { version, entryCount, packed } = found;
        return done({ version, entryCount, tsv: await unzip(packed) });
      }
      const exists = isUuid(id) && (await store.findGlossary(db, teamId, id)) !== undefined;
      return exists ? refusals.noDictionary : refusals.noGlossary;
    },
  };
}

function dictionaryOf(written: Outcome<Glossary>, pair: LanguagePair): Outcome<Dictionary> {
  if (!written.ok) return written;
  const dictionary = findDictionary(written.value, pair);
  return dictionary === undefined ? refusals.noDictionary : done(dictionary);
}
