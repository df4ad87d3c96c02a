/** Glossaries and their dictionaries. Of the queries here, only `readDictionary` reads the entries. */
import type { Actor } from '../../lib/actor.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { Page } from '../../lib/page.ts';
import type { Connection, Database, Queryable } from './database.ts';
import type { Sealer, StoredTexts } from './stored-texts.ts';

export interface DictionaryRow {
  sourceLang: string;
  targetLang: string;
  version: number;
  entryCount: number;
  updatedAt: Date;
}

export interface GlossaryRow {
  id: string;
  name: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  dictionaries: DictionaryRow[];
}

const glossaryColumns = `g.id, g.name, g.version::int, g.created_at AS "createdAt", g.updated_at AS "updatedAt",
  coalesce((SELECT json_agg(json_build_object('sourceLang', d.source_lang, 'targetLang', d.target_lang,
                     'version', d.version, 'entryCount', d.entry_count, 'updatedAt', d.updated_at)
                   ORDER BY d.created_at, d.source_lang, d.target_lang)
              FROM glossary_dictionaries d WHERE d.team_id = g.team_id AND d.glossary_id = g.id), '[]') AS dictionaries`;

// In JSON from Postgres a time is text.
function withTimes(row: GlossaryRow): GlossaryRow {
  return {
    ...row,
    dictionaries: row.dictionaries.map((each) => ({ ...each, updatedAt: new Date(each.updatedAt) })),
  };
}

export interface GlossaryFilter {
  readonly sourceLang?: string | undefined;
  readonly targetLang?: string | undefined;
}

/** The team's glossaries, newest first. */
export async function listGlossaries(
  db: Database,
  teamId: string,
  filter: GlossaryFilter,
  page: Page,
): Promise<GlossaryRow[]> {
  const { rows } = await db.query<GlossaryRow>(
    `SELECT ${glossaryColumns} FROM glossaries g
      WHERE g.team_id = $1
        AND ($2::uuid IS NULL OR g.id < $2)
        AND (($3::text IS NULL AND $4::text IS NULL) OR EXISTS (
              SELECT 1 FROM glossary_dictionaries d
               WHERE d.team_id = g.team_id AND d.glossary_id = g.id
                 AND ($3::text IS NULL OR d.source_lang = $3) AND ($4::text IS NULL OR d.target_lang = $4)))
      ORDER BY g.id DESC LIMIT $5`,
    [teamId, page.before, filter.sourceLang, filter.targetLang, page.limit],
  );
  return rows.map(withTimes);
}

export async function findGlossary(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<GlossaryRow | undefined> {
  const { rows } = await db.query<GlossaryRow>(
    `SELECT ${glossaryColumns} FROM glossaries g WHERE g.team_id = $1 AND g.id = $2`,
    [teamId, id],
  );
  return rows[0] && withTimes(rows[0]);
}

/** Blocks other changes of the glossary until the transaction ends. Read its content after this call. */
export async function lockGlossary(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('SELECT 1 FROM glossaries WHERE team_id = $1 AND id = $2 FOR UPDATE', [teamId, id]);
}

/** Blocks other creations by the team until the transaction ends, and nothing else; then counts. */
export async function countGlossariesUnderLock(connection: Connection, teamId: string): Promise<number> {
  await connection.query('SELECT 1 FROM teams WHERE id = $1 FOR NO KEY UPDATE', [teamId]);
  const { rows } = await connection.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM glossaries WHERE team_id = $1',
    [teamId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertGlossary(
  connection: Connection,
  teamId: string,
  id: string,
  name: string,
): Promise<void> {
  await connection.query('INSERT INTO glossaries (team_id, id, name) VALUES ($1, $2, $3)', [
    teamId,
    id,
    name,
  ]);
}

/** Every change of a glossary must call this. */
export async function raiseVersion(
  connection: Connection,
  teamId: string,
  id: string,
  name?: string,
): Promise<number> {
  const { rows } = await connection.query<{ version: number }>(
    `UPDATE glossaries SET version = version + 1, updated_at = clock_timestamp(), name = coalesce($3, name)
      WHERE team_id = $1 AND id = $2 RETURNING version::int`,
    [teamId, id, name],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a glossary that was just locked is gone');
  return row.version;
}

export async function deleteGlossary(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('DELETE FROM glossaries WHERE team_id = $1 AND id = $2', [teamId, id]);
}

/** What the entries of a dictionary are bound to when they are encrypted, so that they cannot pass for others. */
export function placeOfEntries(glossaryId: string, source: string, target: string, version: number): string {
  return `glossary ${glossaryId} ${source} ${target} ${version}`;
}

export interface NewDictionary extends LanguagePair {
  readonly entryCount: number;
  readonly entryBytes: number;
  readonly packed: Uint8Array;
}

export async function writeDictionary(
  connection: Connection,
  teamId: string,
  glossaryId: string,
  version: number,
  dictionary: NewDictionary,
  { author, seal }: { readonly author: Actor; readonly seal: Sealer },
): Promise<void> {
  const { source, target, entryCount, entryBytes, packed } = dictionary;
  const entries = await seal(placeOfEntries(glossaryId, source, target, version), packed);
  await connection.query(
    `INSERT INTO glossary_dictionaries AS d
            (team_id, glossary_id, source_lang, target_lang, version, entry_count, entry_bytes, entries,
             author_type, author_id, author_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (team_id, glossary_id, source_lang, target_lang) DO UPDATE
       SET version = excluded.version, entry_count = excluded.entry_count, entry_bytes = excluded.entry_bytes,
           entries = excluded.entries, updated_at = clock_timestamp(), author_type = excluded.author_type,
           author_id = excluded.author_id, author_name = excluded.author_name`,
    [
      teamId,
      glossaryId,
      source,
      target,
      version,
      entryCount,
      entryBytes,
      entries,
      author.type,
      author.type === 'command_line' ? null : author.id,
      author.type === 'key' ? null : author.name,
    ],
  );
}

export async function deleteDictionary(
  connection: Connection,
  teamId: string,
  glossaryId: string,
  source: string,
  target: string,
): Promise<void> {
  await connection.query(
    `DELETE FROM glossary_dictionaries
      WHERE team_id = $1 AND glossary_id = $2 AND source_lang = $3 AND target_lang = $4`,
    [teamId, glossaryId, source, target],
  );
}

export interface StoredEntries {
  version: number;
  entryCount: number;
  entryBytes: number;
  packed: Buffer;
}

export async function readDictionary(
  db: Database,
  texts: StoredTexts,
  teamId: string,
  glossaryId: string,
  source: string,
  target: string,
): Promise<StoredEntries | undefined> {
  const { rows } = await db.query<StoredEntries>(
    `SELECT version::int, entry_count AS "entryCount", entry_bytes AS "entryBytes", entries AS packed
       FROM glossary_dictionaries
      WHERE team_id = $1 AND glossary_id = $2 AND source_lang = $3 AND target_lang = $4`,
    [teamId, glossaryId, source, target],
  );
  return rows[0] && openEntries(texts, teamId, glossaryId, { source, target }, rows[0]);
}

export async function openEntries(
  texts: StoredTexts,
  teamId: string,
  glossaryId: string,
  { source, target }: LanguagePair,
  stored: StoredEntries,
): Promise<StoredEntries> {
  const place = placeOfEntries(glossaryId, source, target, stored.version);
  return { ...stored, packed: await texts.open(teamId, place, stored.packed) };
}

/** A dictionary of a glossary that a call names; a glossary without any has one row without languages. */
export interface DictionaryVersion {
  glossaryId: string;
  sourceLang: string | null;
  targetLang: string | null;
  version: number;
}

/** What a call needs to know about its glossaries, without their entries: one row read for each. */
export async function dictionaryVersions(
  db: Database,
  teamId: string,
  glossaryIds: readonly string[],
): Promise<DictionaryVersion[]> {
  const { rows } = await db.query<DictionaryVersion>(
    `SELECT g.id AS "glossaryId", d.source_lang AS "sourceLang", d.target_lang AS "targetLang",
            coalesce(d.version, 0)::int AS version
       FROM glossaries g LEFT JOIN glossary_dictionaries d ON d.team_id = g.team_id AND d.glossary_id = g.id
      WHERE g.team_id = $1 AND g.id = ANY ($2::uuid[])
      ORDER BY d.created_at, d.source_lang, d.target_lang`,
    [teamId, glossaryIds],
  );
  return rows;
}
