/**
 * Loads the glossaries of calls. Every call reads the current version from Postgres, so that a change takes
 * effect on all nodes at once; entries are read and compiled only if this process does not have that version
 * yet.
 */
import { mainThread, type Pace } from '../../lib/event-loop-turns.ts';
import { type LanguagePair, sameLanguage } from '../../lib/language-tag.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import type { Database } from '../../store/postgres/database.ts';
import { isDatabaseUnavailable } from '../../store/postgres/database-errors.ts';
import {
  type DictionaryVersion,
  dictionaryVersions,
  readDictionary,
} from '../../store/postgres/glossaries.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import * as refusals from '../refusals.ts';
import { compileOffLoop } from './compile-terms.ts';
import { createTermFinder, type TermFinder } from './find-terms.ts';
import { TableCache } from './table-cache.ts';
import { newSearchBudget } from './term-search.ts';
import type { TermTable } from './term-table.ts';

/** The stored glossaries that a call names, and the entries that it sends. */
export interface GlossaryRequest {
  /** Stored glossaries of the team; the first one that has a term wins. */
  readonly ids: readonly string[];
  /**
   * Reads the entries sent with the call, as lines `source TAB target`; they take precedence over stored
   * ones. There may be 50,000 of them, so they are read in turns, after the call has been admitted.
   */
  readonly readEntries?: ((pace: Pace) => Promise<Outcome<Uint8Array>>) | undefined;
}

interface CallOfTeam {
  readonly teamId: string;
  readonly pace: Pace;
}

/** The glossaries of one call. */
export interface OpenGlossaries {
  /** The value is undefined if a glossary has no dictionary for the pair, and the call sends no entries. */
  finderFor(pair: LanguagePair): Promise<Outcome<TermFinder | undefined>>;
}

/** Holds about seven of the largest dictionaries, or thousands of ordinary ones. */
const maxTableBytes = 128 * 1024 * 1024;

export class GlossaryLoader {
  readonly #db: Database;
  readonly #texts: StoredTexts;
  readonly #tables = new TableCache(maxTableBytes);

  constructor(db: Database, texts: StoredTexts) {
    this.#db = db;
    this.#texts = texts;
  }

  /** `entries` are those sent with the call. */
  async open(
    { teamId, pace }: CallOfTeam,
    ids: readonly string[],
    entries: Uint8Array | undefined,
  ): Promise<Outcome<OpenGlossaries>> {
    const stored = ids.length === 0 ? [] : await this.#findVersions(teamId, ids);
    if (!Array.isArray(stored)) return stored;
    if (ids.some((id) => !stored.some(({ glossaryId }) => glossaryId === id.toLowerCase())))
      return refusals.unknownGlossary;
    const own =
      entries && (await compileOffLoop({ entries, isPacked: false }, entries.byteLength, { teamId, pace }));
    if (own?.ok === false) return own;
    const work = newSearchBudget(pace);
    return done({
      finderFor: async (pair) => {
        const chosen = ids.flatMap((id) => bestFor(pair, stored, id.toLowerCase()) ?? []);
        if (own === undefined && chosen.length < ids.length) return done(undefined);
        const loaded = await this.#load({ teamId, pace }, chosen);
        if (!Array.isArray(loaded)) return loaded;
        const tables = own === undefined ? loaded : [own.value, ...loaded];
        return done(tables.length === 0 ? undefined : createTermFinder(tables, pair, work));
      },
    });
  }

  #findVersions(teamId: string, ids: readonly string[]): Promise<DictionaryVersion[] | Refusal> {
    return dictionaryVersions(this.#db, teamId, ids).catch(refuseIfUnavailable);
  }

  async #load(call: CallOfTeam, chosen: readonly Dictionary[]): Promise<TermTable[] | Refusal> {
    const tables: TermTable[] = [];
    for (const dictionary of chosen) {
      const { glossaryId, sourceLang, targetLang, version } = dictionary;
      const id = [call.teamId, glossaryId, sourceLang, targetLang, version].join(' ');
      const table = await this.#tables
        .get(id, () => this.#compile(call.teamId, dictionary))
        .catch(refuseIfUnavailable);
      if (!table.ok) return table;
      tables.push(table.value);
    }
    return tables;
  }

  async #compile(
    teamId: string,
    { glossaryId, sourceLang, targetLang }: Dictionary,
  ): Promise<Outcome<TermTable>> {
    // Other calls may wait for the same table, so it must not be cancelled with the first call.
    const pace = mainThread.paceFor(teamId);
    const found = await readDictionary(this.#db, this.#texts, teamId, glossaryId, sourceLang, targetLang);
    if (found === undefined) return refusals.glossaryChanged;
    return compileOffLoop({ entries: found.packed, isPacked: true }, found.entryBytes, {
      teamId,
      pace,
    });
  }
}

type Dictionary = DictionaryVersion & { sourceLang: string; targetLang: string };

/** A dictionary applies to all regions of its languages; one with exactly these tags is preferred. */
function bestFor(
  pair: LanguagePair,
  all: readonly DictionaryVersion[],
  glossaryId: string,
): Dictionary | undefined {
  const matching = all
    .filter((each) => each.glossaryId === glossaryId)
    .filter(hasLanguages)
    .filter(
      (each) => sameLanguage(each.sourceLang, pair.source) && sameLanguage(each.targetLang, pair.target),
    );
  const rank = ({ sourceLang, targetLang }: Dictionary) =>
    Number(targetLang === pair.target) * 2 + Number(sourceLang === pair.source);
  return matching.toSorted((a, b) => rank(b) - rank(a))[0];
}

function hasLanguages(version: DictionaryVersion): version is Dictionary {
  return version.sourceLang !== null && version.targetLang !== null;
}

function refuseIfUnavailable(error: unknown): Refusal {
  if (isDatabaseUnavailable(error)) return refusals.glossaryUnavailable;
  throw error;
}
