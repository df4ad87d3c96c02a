/** The latest versions of a dictionary: their entries, their authors, and the differences between two. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { done } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/dictionary-versions.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import { prepare } from './prepare-entries.ts';
import * as refusals from './refusals.ts';

/** More than anyone reads; the counts cover all differences. */
export const mostDifferencesShown = 2_000;

const unzip = promisify(gunzip);

export type DictionaryVersions = ReturnType<typeof createDictionaryVersions>;

export function createDictionaryVersions(db: Database, texts: StoredTexts) {
  const find = async (teamId: string, glossaryId: string, pair: LanguagePair, version: number) =>
    isUuid(glossaryId) ? store.readVersion(db, texts, { teamId, glossaryId, ...pair }, version) : undefined;
  return {
    /** Newest first. Includes the versions of a deleted dictionary as long as its glossary exists. */
    async list(teamId: string, glossaryId: string, pair: LanguagePair) {
      const found = isUuid(glossaryId) ? await store.listVersions(db, { teamId, glossaryId, ...pair }) : [];
      return found.length === 0 ? refusals.noDictionary : done(found);
    },
    async read(teamId: string, glossaryId: string, pair: LanguagePair, version: number) {
      const found = await find(teamId, glossaryId, pair, version);
      if (found === undefined) return refusals.noVersion;
      return done({ version, entryCount: found.entryCount, tsv: await unzip(found.packed) });
    },
    async diff(
      teamId: string,
      glossaryId: string,
      pair: LanguagePair,
      versions: { readonly from: number; readonly to: number },
    ) {
      const [before, after] = await Promise.all([
        find(teamId, glossaryId, pair, versions.from),
        find(teamId, glossaryId, pair, versions.to),
      ]);
      if (before === undefined || after === undefined) return refusals.noVersion;
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
