/** Texts of teams that are still stored in the clear. Each is replaced only if it is still what was read. */
import { sealedMarker } from '../../lib/sealed-text.ts';
import type { Database } from './database.ts';
import type { UnreadStyleRules } from './style-rules.ts';

/** The present versions of dictionaries, and the earlier ones. */
export const dictionaryTables = ['glossary_dictionaries', 'glossary_dictionary_versions'] as const;
export type DictionaryTable = (typeof dictionaryTables)[number];

export interface DictionaryKey {
  readonly teamId: string;
  readonly glossaryId: string;
  readonly source: string;
  readonly target: string;
  readonly version: number;
}

const keyColumns = 'team_id, glossary_id, source_lang, target_lang, version';
/** Postgres reads only the beginning of a column that it stores beside the row. */
const isPlain = `substring(entries FROM 1 FOR ${sealedMarker.length}) <> $1`;
const isThis = 'team_id = $2 AND glossary_id = $3 AND source_lang = $4 AND target_lang = $5 AND version = $6';

function valuesOf({ teamId, glossaryId, source, target, version }: DictionaryKey) {
  return [teamId, glossaryId, source, target, version];
}

/** The next ones after a key, without their entries. */
export async function listPlainDictionaries(
  db: Database,
  table: DictionaryTable,
  after: DictionaryKey | undefined,
  limit: number,
): Promise<DictionaryKey[]> {
  const { rows } = await db.query<DictionaryKey>(
    `SELECT team_id AS "teamId", glossary_id AS "glossaryId", source_lang AS source, target_lang AS target,
            version::float8
       FROM ${table}
      WHERE ${isPlain} AND ($2::uuid IS NULL OR (${keyColumns}) > ($2, $3, $4, $5, $6))
      ORDER BY ${keyColumns} LIMIT $7`,
    [sealedMarker, ...(after === undefined ? [null, null, null, null, null] : valuesOf(after)), limit],
  );
  return rows;
}

export async function readPlainEntries(
  db: Database,
  table: DictionaryTable,
  key: DictionaryKey,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ entries: Buffer }>(
    `SELECT entries FROM ${table} WHERE ${isPlain} AND ${isThis}`,
    [sealedMarker, ...valuesOf(key)],
  );
  return rows[0]?.entries;
}

/** The entries of a version never change, so it does not matter what happened meanwhile. */
export async function replacePlainEntries(
  db: Database,
  table: DictionaryTable,
  key: DictionaryKey,
  sealed: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query(`UPDATE ${table} SET entries = $7 WHERE ${isPlain} AND ${isThis}`, [
    sealedMarker,
    ...valuesOf(key),
    sealed,
  ]);
  return rowCount === 1;
}

export interface PlainStyleRules extends UnreadStyleRules {
  readonly teamId: string;
}

/** The next ones after a list. */
export async function readPlainStyleRules(
  db: Database,
  after: PlainStyleRules | undefined,
  limit: number,
): Promise<PlainStyleRules[]> {
  const { rows } = await db.query<PlainStyleRules>(
    `SELECT team_id AS "teamId", id, version::int, configured_rules::text AS "configuredRules",
            custom_instructions::text AS "customInstructions"
       FROM style_rule_lists
      WHERE sealed IS NULL AND ($1::uuid IS NULL OR (team_id, id) > ($1, $2::uuid))
      ORDER BY team_id, id LIMIT $3`,
    [after?.teamId, after?.id, limit],
  );
  return rows;
}

export async function replacePlainStyleRules(
  db: Database,
  { teamId, id, version }: PlainStyleRules,
  columns: readonly unknown[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE style_rule_lists
        SET configured_rules = $4, custom_instructions = $5, sealed = $6, rule_count = $7, instruction_count = $8
      WHERE team_id = $1 AND id = $2 AND version = $3 AND sealed IS NULL`,
    [teamId, id, version, ...columns],
  );
  return rowCount === 1;
}

export async function countPlainTexts(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM glossary_dictionaries WHERE ${isPlain})
             + (SELECT count(*) FROM glossary_dictionary_versions WHERE ${isPlain})
             + (SELECT count(*) FROM style_rule_lists WHERE sealed IS NULL))::int AS count`,
    [sealedMarker],
  );
  return rows[0]?.count ?? 0;
}
