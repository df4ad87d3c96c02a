/** The teams' lists of style rules. */
import type { Connection, Database, Queryable } from './database.ts';

/** Group → rule → option. The names are those of callers, and are stored as they are. */
export type ConfiguredRules = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface CustomInstruction {
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  /** The only source language that it applies to; null for every language. */
  readonly sourceLanguage: string | null;
}

/** The parts of a list that a change may replace. */
export interface StyleRuleContent {
  readonly name: string;
  readonly configuredRules: ConfiguredRules;
  readonly customInstructions: readonly CustomInstruction[];
}

/** A list without its rules and instructions. */
export interface StyleRuleHead {
  id: string;
  readonly name: string;
  /** The target language that the list is for. */
  language: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a list contains, counted in the database: reading it would take longer. */
export interface CountedStyleRules extends StyleRuleHead {
  readonly configuredRuleCount: number;
  readonly customInstructionCount: number;
}

export interface StyleRuleListRow extends StyleRuleHead, StyleRuleContent {}

/** A list whose rules and instructions are still JSON, because parsing those of a page at once takes too long. */
export interface UnreadStyleRules extends StyleRuleHead {
  readonly configuredRules: string;
  readonly customInstructions: string;
}

const headColumns = `id, name, language, version::int, created_at AS "createdAt", updated_at AS "updatedAt"`;
const countedColumns = `${headColumns}, jsonb_array_length(custom_instructions) AS "customInstructionCount",
  (SELECT count(*)::int FROM jsonb_each(configured_rules) AS groups (name, rules), jsonb_each(rules)) AS "configuredRuleCount"`;
const columns = `${headColumns}, configured_rules AS "configuredRules", custom_instructions AS "customInstructions"`;
const unreadColumns = `${headColumns}, configured_rules::text AS "configuredRules",
  custom_instructions::text AS "customInstructions"`;

/** Of the lists in their order, `limit` after the first `offset` and before the list `before`. */
export interface StyleRulePage {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly before?: string | undefined;
}

/** The team's lists, newest first. A team has too few of them for an offset to be slow. */
export function listStyleRules(
  db: Database,
  teamId: string,
  page: StyleRulePage,
): Promise<CountedStyleRules[]> {
  return readPage<CountedStyleRules>(db, countedColumns, teamId, page);
}

/** The same with rules and instructions. */
export function listWholeStyleRules(
  db: Database,
  teamId: string,
  page: StyleRulePage,
): Promise<UnreadStyleRules[]> {
  return readPage<UnreadStyleRules>(db, unreadColumns, teamId, page);
}

export function parseStyleRules({
  configuredRules,
  customInstructions,
  ...head
}: UnreadStyleRules): StyleRuleListRow {
  return {
    ...head,
    configuredRules: JSON.parse(configuredRules) as ConfiguredRules,
    customInstructions: JSON.parse(customInstructions) as CustomInstruction[],
  };
}

async function readPage<Row extends StyleRuleHead>(
  db: Database,
  selected: string,
  teamId: string,
  { limit, offset = 0, before }: StyleRulePage,
): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${selected} FROM style_rule_lists
      WHERE team_id = $1 AND ($2::uuid IS NULL OR id < $2)
      ORDER BY id DESC LIMIT $3 OFFSET $4`,
    [teamId, before, limit, offset],
  );
  return rows;
}

export async function findStyleRules(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<StyleRuleListRow | undefined> {
  const { rows } = await db.query<StyleRuleListRow>(
    `SELECT ${columns} FROM style_rule_lists WHERE team_id = $1 AND id = $2`,
    [teamId, id],
  );
  return rows[0];
}

/** Blocks other changes of the list until the transaction ends. Read its content after this call. */
export async function lockStyleRules(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('SELECT 1 FROM style_rule_lists WHERE team_id = $1 AND id = $2 FOR UPDATE', [
    teamId,
    id,
  ]);
}

/** Blocks other creations by the team until the transaction ends, and nothing else; then counts. */
export async function countStyleRulesUnderLock(connection: Connection, teamId: string): Promise<number> {
  await connection.query('SELECT 1 FROM teams WHERE id = $1 FOR NO KEY UPDATE', [teamId]);
  const { rows } = await connection.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM style_rule_lists WHERE team_id = $1',
    [teamId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertStyleRules(
  connection: Connection,
  teamId: string,
  { id, language, ...content }: StyleRuleContent & { readonly id: string; readonly language: string },
): Promise<StyleRuleListRow> {
  const { rows } = await connection.query<StyleRuleListRow>(
    `INSERT INTO style_rule_lists (team_id, id, language, name, configured_rules, custom_instructions)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [teamId, id, language, ...valuesOf(content)],
  );
  return onlyRow(rows);
}

/** Raises the version. */
export async function updateStyleRules(
  connection: Connection,
  teamId: string,
  id: string,
  content: StyleRuleContent,
): Promise<StyleRuleListRow> {
  const { rows } = await connection.query<StyleRuleListRow>(
    `UPDATE style_rule_lists
        SET name = $3, configured_rules = $4, custom_instructions = $5, version = version + 1,
            updated_at = clock_timestamp()
      WHERE team_id = $1 AND id = $2 RETURNING ${columns}`,
    [teamId, id, ...valuesOf(content)],
  );
  return onlyRow(rows);
}

export async function deleteStyleRules(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('DELETE FROM style_rule_lists WHERE team_id = $1 AND id = $2', [teamId, id]);
}

function valuesOf({ name, configuredRules, customInstructions }: StyleRuleContent): string[] {
  return [name, JSON.stringify(configuredRules), JSON.stringify(customInstructions)];
}

function onlyRow([row]: readonly StyleRuleListRow[]): StyleRuleListRow {
  if (row === undefined) throw new Error('a list of style rules that was just locked is gone');
  return row;
}
