/** The latest versions of a dictionary: their entries, their authors, and the differences between two. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/dictionary-versions.ts';
import type { EntriesDiff } from './diff-entries.ts';
import type { DictionaryEntries } from './glossaries.ts';
import { noSuchDictionary } from './glossary-changes.ts';
import type { Pair } from './pack-entries.ts';
import { prepare } from './prepare-entries.ts';

export type DictionaryVersion = store.VersionRow;

export interface DictionaryVersions {
  /** Newest first. Includes the versions of a deleted dictionary as long as its glossary exists. */
  list(teamId: string, glossaryId: string, pair: Pair): Promise<Outcome<DictionaryVersion[]>>;
  read(teamId: string, glossaryId: string, pair: Pair, version: number): Promise<Outcome<DictionaryEntries>>;
  diff(
    teamId: string,
    glossaryId: string,
    pair: Pair,
    versions: { readonly from: number; readonly to: number },
  ): Promise<Outcome<EntriesDiff>>;
}

/** More than anyone reads; the counts cover all differences. */
export const mostDifferencesShown = 2_000;

const notKept = refused(
  'not_found',
  'This version of the dictionary does not exist or is no longer kept. List the versions that are kept.',
);

const unzip = promisify(gunzip);

export function createDictionaryVersions(db: Database): DictionaryVersions {
  const find = async (teamId: string, glossaryId: string, pair: Pair, version: number) =>
    isUuid(glossaryId) ? store.readVersion(db, { teamId, glossaryId, ...pair }, version) : undefined;
  return {
    async list(teamId, glossaryId, pair) {
      const found = isUuid(glossaryId) ? await store.listVersions(db, { teamId, glossaryId, ...pair }) : [];
      return found.length === 0 ? noSuchDictionary : done(found);
    },
    async read(teamId, glossaryId, pair, version) {
      const found = await find(teamId, glossaryId, pair, version);
      if (found === undefined) return notKept;
      return done({ version, entryCount: found.entryCount, tsv: await unzip(found.packed) });
    },
    async diff(teamId, glossaryId, pair, versions) {
      const [before, after] = await Promise.all([
        find(teamId, glossaryId, pair, versions.from),
        find(teamId, glossaryId, pair, versions.to),
      ]);
      if (before === undefined || after === undefined) return notKept;
      const job = {
        kind: 'diff',
        content: after.packed,
        before: before.packed,
        mostShown: mostDifferencesShown,
      } as const;
      return prepare(teamId, job, before.entryBytes + after.entryBytes);
    },
  };
}
