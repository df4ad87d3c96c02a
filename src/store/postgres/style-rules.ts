/** The teams' lists of style rules. */
import { isSealed } from '../../lib/sealed-text.ts';
import type { Connection, Database, Queryable } from './database.ts';
import type { Sealer, StoredTexts } from './stored-texts.ts';

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

/** A list whose rules and instructions are still JSON or encrypted, because reading those of a page at once takes too long. */
export interface UnreadStyleRules extends StyleRuleHead {
  readonly configuredRules: string;
  readonly customInstructions: string;
  readonly sealed: Buffer | null;
}

const headColumns = `id, name, language, version::int, created_at AS "createdAt", updated_at AS "updatedAt"`;
const countedColumns = `${headColumns},
  coalesce(instruction_count, jsonb_array_length(custom_instructions)) AS "customInstructionCount",
  coalesce(rule_count, (SELECT count(*)::int FROM jsonb_each(configured_rules) AS groups (name, rules), jsonb_each(rules)))
    AS "configuredRuleCount"`;
const unreadColumns = `${headColumns}, configured_rules::text AS "configuredRules",
  custom_instructions::text AS "customInstructions", sealed`;

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

/** Decrypts and parses a list. */
export async function openStyleRules(
  texts: StoredTexts,
  teamId: string,
  { configuredRules, customInstructions, sealed, ...head }: UnreadStyleRules,
): Promise<StyleRuleListRow> {
  if (sealed === null) {
    return {
      ...head,
      configuredRules: JSON.parse(configuredRules) as ConfiguredRules,
      customInstructions: JSON.parse(customInstructions) as CustomInstruction[],
    };
  }
  const opened = await texts.open(teamId, placeOfRules(head.id, head.version), sealed);
  return { ...head, ...(JSON.parse(opened.toString()) as SealedContent) };
}

type SealedContent = Pick<StyleRuleContent, 'configuredRules' | 'customInstructions'>;

/** What a list is bound to when it is encrypted: it cannot pass for another, or for an earlier version. */
export function placeOfRules(id: string, version: number): string {
  return `style rules ${id} ${version}`;
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
  texts: StoredTexts,
  teamId: string,
  id: string,
): Promise<StyleRuleListRow | undefined> {
  const { rows } = await db.query<UnreadStyleRules>(
    `SELECT ${unreadColumns} FROM style_rule_lists WHERE team_id = $1 AND id = $2`,
    [teamId, id],
  );
  return rows[0] && openStyleRules(texts, teamId, rows[0]);
}

export async function findStyleRuleHead(
  db: Queryable,
  teamId: string,
  id: string,
): Promise<StyleRuleHead | undefined> {
  const { rows } = await db.query<StyleRuleHead>(
    `SELECT ${headColumns} FROM style_rule_lists WHERE team_id = $1 AND id = $2`,
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
  seal: Sealer,
): Promise<StyleRuleListRow> {
  const { rows } = await connection.query<StyleRuleHead>(
    `INSERT INTO style_rule_lists (team_id, id, language, name, configured_rules, custom_instructions, sealed, rule_count,
                                   instruction_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${headColumns}`,
    [teamId, id, language, content.name, ...(await sealedColumns(content, placeOfRules(id, 1), seal))],
  );
  return wholeList(rows, content);
}

/** Raises the version. Call under the list's lock. */
export async function updateStyleRules(
  connection: Connection,
  teamId: string,
  id: string,
  { version, ...content }: StyleRuleContent & { readonly version: number },
  seal: Sealer,
): Promise<StyleRuleListRow> {
  const { rows } = await connection.query<StyleRuleHead>(
    `UPDATE style_rule_lists
        SET version = $3, name = $4, configured_rules = $5, custom_instructions = $6, sealed = $7, rule_count = $8,
            instruction_count = $9, updated_at = clock_timestamp()
      WHERE team_id = $1 AND id = $2 RETURNING ${headColumns}`,
    [
      ...[teamId, id, version + 1, content.name],
      ...(await sealedColumns(content, placeOfRules(id, version + 1), seal)),
    ],
  );
  return wholeList(rows, content);
}

export async function deleteStyleRules(connection: Connection, teamId: string, id: string): Promise<void> {
  await connection.query('DELETE FROM style_rule_lists WHERE team_id = $1 AND id = $2', [teamId, id]);
}

/** The columns from `configured_rules` to `instruction_count`. */
export async function sealedColumns(content: SealedContent, place: string, seal: Sealer): Promise<unknown[]> {
  const { configuredRules, customInstructions } = content;
  const plain = Buffer.from(JSON.stringify({ configuredRules, customInstructions } satisfies SealedContent));
  const sealed = await seal(place, plain);
  if (!isSealed(sealed)) {
    return [JSON.stringify(configuredRules), JSON.stringify(customInstructions), null, null, null];
  }
  const ruleCount = Object.values(configuredRules).reduce((sum, rules) => sum + Object.keys(rules).length, 0);
  return ['{}', '[]', sealed, ruleCount, customInstructions.length];
}

function wholeList(
  [head]: readonly StyleRuleHead[],
  { configuredRules, customInstructions }: StyleRuleContent,
): StyleRuleListRow {
  if (head === undefined) throw new Error('a list of style rules that was just locked is gone');
  return { ...head, configuredRules, customInstructions };
}
