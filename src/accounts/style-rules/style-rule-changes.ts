/** The common parts of every change of a list: the lock, the limits and the audit entry. */
import type { Actor } from '../../lib/actor.ts';
import { countCodePoints } from '../../lib/code-points.ts';
import { type Condition, meets } from '../../lib/conditions.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { wordConfiguredRules } from '../../lib/word-configured-rules.ts';
import { recordChange } from '../../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import type { StoredTexts } from '../../store/postgres/stored-texts.ts';
import * as store from '../../store/postgres/style-rules.ts';
import { refuseInactiveKey } from '../inactive-key.ts';
import * as refusals from './refusals.ts';
import { maxInstructionsPerList, maxListCharacters } from './style-rule-limits.ts';

/** Where style rules are, and how they are encrypted. */
export interface StyleRuleStore {
  readonly db: Database;
  readonly texts: StoredTexts;
}

export interface Subject {
  readonly teamId: string;
  readonly styleId: string;
  readonly actor: Actor;
  readonly condition?: Condition;
}

/** What a change makes of a list, and what the audit log says about it. */
export interface Edit {
  readonly content: Partial<store.StyleRuleContent>;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Everything that `read` finds of the list stays the same until the commit; the key stays active. */
async function changeList<List extends store.StyleRuleHead, T>(
  db: Database,
  { teamId, styleId, actor, condition }: Subject,
  read: (connection: Connection) => Promise<List | undefined>,
  change: (connection: Connection, list: List) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTransaction(db, async (connection) => {
    await store.lockStyleRules(connection, teamId, styleId);
    // The key is checked last: this must not wait for anything else while a revocation waits for it.
    const refusal = await refuseInactiveKey(connection, teamId, actor);
    if (refusal !== undefined) return refusal;
    const list = await read(connection);
    if (list === undefined) return refusals.noList;
    return meets(condition, list.version) ? change(connection, list) : refusals.versionChanged(list.version);
  });
}

/** Changes the content of a list. `edit` returns what to change, or why not. */
export async function editList(
  { db, texts }: StyleRuleStore,
  subject: Subject,
  edit: (list: store.StyleRuleListRow) => Outcome<Edit>,
): Promise<Outcome<store.StyleRuleListRow>> {
  const { teamId, styleId } = subject;
  if (!isUuid(styleId)) return refusals.noList;
  // The list is also opened in the transaction: from here on, the team's key is known.
  const seal = await texts.sealerFor(teamId);
  const read = (connection: Connection) => store.findStyleRules(connection, texts, teamId, styleId);
  return changeList(db, subject, read, async (connection, list) => {
    const edited = edit(list);
    if (!edited.ok) return edited;
    const { content, action, details } = edited.value;
    const changed = { ...list, ...content };
    const refusal = refuseLargeList(changed);
    if (refusal !== undefined) return refusal;
    const updated = await store.updateStyleRules(connection, teamId, styleId, changed, seal);
    await recordListChange(connection, subject, action, details);
    return done(updated);
  });
}

/** Reads no content: a list that no key opens must not be there for ever. */
export async function deleteList(db: Database, subject: Subject): Promise<Outcome<undefined>> {
  const { teamId, styleId } = subject;
  if (!isUuid(styleId)) return refusals.noList;
  const read = (connection: Connection) => store.findStyleRuleHead(connection, teamId, styleId);
  return changeList(db, subject, read, async (connection, { name }) => {
    await store.deleteStyleRules(connection, teamId, styleId);
    await recordListChange(connection, subject, 'style_rules.deleted', { name });
    return done(undefined);
  });
}

export function recordListChange(
  connection: Connection,
  { teamId, styleId, actor }: Subject,
  action: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordChange(connection, actor, { teamId, action, subjectId: styleId, details });
}

export function refuseLargeList({
  configuredRules,
  customInstructions,
}: store.StyleRuleContent): Refusal | undefined {
  if (customInstructions.length > maxInstructionsPerList) return refusals.tooManyInstructions;
  // Rules are counted as they are sent.
  const texts = [...wordConfiguredRules(configuredRules), ...customInstructions.map(({ prompt }) => prompt)];
  const characters = texts.reduce((sum, text) => sum + countCodePoints(text), 0);
  return characters > maxListCharacters ? refusals.largeList : undefined;
}

export function countRules(rules: store.ConfiguredRules): number {
  return Object.values(rules).reduce((sum, options) => sum + Object.keys(options).length, 0);
}
