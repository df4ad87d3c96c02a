/**
 * The team's glossaries: dictionaries per language pair, versioned. Whatever changes one raises its version and
 * leaves an entry in the audit log, in one transaction. Entries come in as JSON, TSV or CSV and go out as TSV; how
 * a caller's protocol looks is the routes' business, so that several protocols can share this.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Page } from '../../lib/page.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/glossaries.ts';
import { type Condition, meets } from './conditions.ts';
import {
  changeGlossary,
  findDictionary,
  noSuchDictionary,
  notFound,
  recordGlossaryChange,
  versionChanged,
} from './glossary-changes.ts';
import type { PackedDictionary, Pair } from './pack-entries.ts';
import { prepare } from './prepare-entries.ts';
import {
  type Dictionary,
  type DictionaryTarget,
  type EntriesContent,
  type Glossary,
  insertGlossary,
  mergeEntries,
  refreshed,
  shownPair,
  writeDictionary,
} from './write-dictionaries.ts';

export type { Dictionary, DictionaryTarget, EntriesContent, Glossary } from './write-dictionaries.ts';

export interface DictionaryEntries {
  readonly version: number;
  readonly entryCount: number;
  /** A line `source TAB target` for each entry, in the order in which they were given. */
  readonly tsv: Buffer;
}

export interface Glossaries {
  /** From a JSON body as it arrived: `name`, `dictionaries`. */
  createFromJson(teamId: string, content: Uint8Array, actor: Actor): Promise<Outcome<Glossary>>;
  create(
    teamId: string,
    glossary: { name: string; dictionaries: readonly (Pair & EntriesContent)[] },
    actor: Actor,
  ): Promise<Outcome<Glossary>>;
  list(teamId: string, filter: store.GlossaryFilter, page: Page): Promise<Glossary[]>;
  find(teamId: string, id: string): Promise<Outcome<Glossary>>;
  rename(
    teamId: string,
    id: string,
    name: string,
    condition: Condition,
    actor: Actor,
  ): Promise<Outcome<Glossary>>;
  delete(teamId: string, id: string, condition: Condition, actor: Actor): Promise<Outcome<undefined>>;
  /** The dictionary is made if it isn't there. */
  replaceDictionary(target: DictionaryTarget, entries: EntriesContent): Promise<Outcome<Dictionary>>;
  /** Entries that are there stay, unless a new one has the same source term. */
  mergeEntries(target: DictionaryTarget, entries: EntriesContent): Promise<Outcome<Dictionary>>;
  deleteDictionary(target: DictionaryTarget): Promise<Outcome<undefined>>;
  readEntries(teamId: string, id: string, pair: Pair): Promise<Outcome<DictionaryEntries>>;
}

const unzip = promisify(gunzip);

export function createGlossaries(db: Database): Glossaries {
  return {
    async createFromJson(teamId, content, actor) {
      const packed = await prepare({ kind: 'glossary', content });
      return packed.ok ? insertGlossary(db, teamId, packed.value, actor) : packed;
    },
    async create(teamId, { name, dictionaries }, actor) {
      const packed: PackedDictionary[] = [];
      for (const { source, target, format, content } of dictionaries) {
        const one = await prepare({ kind: 'entries', format, content });
        if (!one.ok) return one;
        packed.push({ source, target, ...one.value });
      }
      return insertGlossary(db, teamId, { name, dictionaries: packed }, actor);
    },
    list: (teamId, filter, page) => store.listGlossaries(db, teamId, filter, page),
    async find(teamId, id) {
      const found = isUuid(id) ? await store.findGlossary(db, teamId, id) : undefined;
      return found === undefined ? notFound : done(found);
    },
    rename: (teamId, id, name, condition, actor) =>
      changeGlossary(db, teamId, id, async (connection, glossary) => {
        if (!meets(condition, glossary.version)) return versionChanged(glossary.version);
        await store.raiseVersion(connection, teamId, id, name);
        const details = { from: glossary.name, to: name };
        await recordGlossaryChange(connection, actor, teamId, id, 'glossary.renamed', details);
        return done(await refreshed(connection, teamId, id));
      }),
    delete: (teamId, id, condition, actor) =>
      changeGlossary(db, teamId, id, async (connection, glossary) => {
        if (!meets(condition, glossary.version)) return versionChanged(glossary.version);
        await store.deleteGlossary(connection, teamId, id);
        const details = { name: glossary.name };
        await recordGlossaryChange(connection, actor, teamId, id, 'glossary.deleted', details);
        return done(undefined);
      }),
    async replaceDictionary(target, entries) {
      const packed = await prepare({ kind: 'entries', ...entries });
      if (!packed.ok) return packed;
      return writeDictionary(db, target, { ...target.pair, ...packed.value }, 'glossary.dictionary_replaced');
    },
    mergeEntries: (target, entries) => mergeEntries(db, target, entries),
    deleteDictionary: ({ teamId, glossaryId, pair, condition, actor }) =>
      changeGlossary(db, teamId, glossaryId, async (connection, glossary) => {
        const existing = findDictionary(glossary, pair);
        if (!meets(condition, existing?.version)) return versionChanged(existing?.version);
        if (existing === undefined) return noSuchDictionary;
        await store.deleteDictionary(connection, teamId, glossaryId, pair.source, pair.target);
        await store.raiseVersion(connection, teamId, glossaryId);
        const details = shownPair(pair);
        await recordGlossaryChange(
          connection,
          actor,
          teamId,
          glossaryId,
          'glossary.dictionary_deleted',
          details,
        );
        return done(undefined);
      }),
    async readEntries(teamId, id, { source, target }) {
      const stored = isUuid(id) ? await store.readDictionary(db, teamId, id, source, target) : undefined;
      if (stored !== undefined) {
        const { version, entryCount, packed } = stored;
        return done({ version, entryCount, tsv: await unzip(packed) });
      }
      const exists = isUuid(id) && (await store.findGlossary(db, teamId, id)) !== undefined;
      return exists ? noSuchDictionary : notFound;
    },
  };
}
