/**
 * Earlier versions of dictionaries. A version is copied when it is replaced or deleted, inside Postgres: its
 * entries never leave the server for that.
 */
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { Connection, Database } from './database.ts';
import { openEntries, type StoredEntries } from './glossaries.ts';
import type { StoredTexts } from './stored-texts.ts';

/**
 * Limits per dictionary, whichever comes first. A glossary that is written every minute must not fill the
 * disk.
 */
const keptVersions = 20;
const keptBytes = 32 * 1024 * 1024;

const place = 'team_id = $1 AND glossary_id = $2 AND source_lang = $3 AND target_lang = $4';

export interface DictionaryPlace extends LanguagePair {
  readonly teamId: string;
  readonly glossaryId: string;
}

function parametersOf({ teamId, glossaryId, source, target }: DictionaryPlace): string[] {
  return [teamId, glossaryId, source, target];
}

/** Call before the dictionary is written or deleted, under the glossary's lock. */
export async function keepVersion(connection: Connection, at: DictionaryPlace): Promise<void> {
  await connection.query(
    `INSERT INTO glossary_dictionary_versions
       (team_id, glossary_id, source_lang, target_lang, version, entry_count, entry_bytes, entries, written_at,
        author_type, author_id, author_name)
     SELECT team_id, glossary_id, source_lang, target_lang, version, entry_count, entry_bytes, entries, updated_at,
            author_type, author_id, author_name
       FROM glossary_dictionaries WHERE ${place}
     ON CONFLICT DO NOTHING`,
    parametersOf(at),
  );
  // `octet_length` returns the size without reading the entries.
  await connection.query(
    `DELETE FROM glossary_dictionary_versions v
      USING (SELECT version, row_number() OVER newest AS number, sum(octet_length(entries)) OVER newest AS bytes
               FROM glossary_dictionary_versions WHERE ${place} WINDOW newest AS (ORDER BY version DESC)) AS kept
      WHERE v.team_id = $1 AND v.glossary_id = $2 AND v.source_lang = $3 AND v.target_lang = $4
        AND v.version = kept.version AND (kept.number > ${keptVersions} OR kept.bytes > ${keptBytes})`,
    parametersOf(at),
  );
}

export interface VersionRow {
  version: number;
  entryCount: number;
  writtenAt: Date;
  authorType: string | null;
  authorName: string | null;
  isCurrent: boolean;
}

/** Newest first. A key appears under its current name. */
export async function listVersions(db: Database, at: DictionaryPlace): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `SELECT v.version::int, v.entry_count AS "entryCount", v.written_at AS "writtenAt", v.author_type AS "authorType",
            coalesce(v.author_name, k.name) AS "authorName", v.is_current AS "isCurrent"
       FROM (SELECT team_id, version, entry_count, updated_at AS written_at, author_type, author_id, author_name,
                    true AS is_current
               FROM glossary_dictionaries WHERE ${place}
             UNION ALL
             SELECT team_id, version, entry_count, written_at, author_type, author_id, author_name, false
               FROM glossary_dictionary_versions WHERE ${place}) AS v
       LEFT JOIN api_keys k ON k.id = v.author_id AND k.team_id = v.team_id
      ORDER BY v.version DESC`,
    parametersOf(at),
  );
  return rows;
}

/** Returns the entries of a version, current or replaced. */
export async function readVersion(
  db: Database,
  texts: StoredTexts,
  at: DictionaryPlace,
  version: number,
): Promise<StoredEntries | undefined> {
  const columns = 'version::int, entry_count AS "entryCount", entry_bytes AS "entryBytes", entries AS packed';
  const { rows } = await db.query<StoredEntries>(
    `SELECT ${columns} FROM glossary_dictionaries WHERE ${place} AND version = $5
     UNION ALL SELECT ${columns} FROM glossary_dictionary_versions WHERE ${place} AND version = $5 LIMIT 1`,
    [...parametersOf(at), version],
  );
  return rows[0] && openEntries(texts, at.teamId, at.glossaryId, at, rows[0]);
}
