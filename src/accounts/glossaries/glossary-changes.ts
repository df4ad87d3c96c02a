/** The common parts of every glossary change: the lock and the audit entry. */
import type { Actor } from '../../lib/actor.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { recordChange } from '../../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import {
  type DictionaryRow,
  findGlossary,
  type GlossaryRow,
  lockGlossary,
} from '../../store/postgres/glossaries.ts';
import { refuseInactiveKey } from '../inactive-key.ts';
import { noGlossary } from './refusals.ts';

export interface Subject {
  readonly teamId: string;
  readonly glossaryId: string;
  readonly actor: Actor;
}

/** Everything that `change` reads of the glossary stays the same until the commit; the key stays active. */
export async function changeGlossary<T>(
  db: Database,
  { teamId, glossaryId, actor }: Subject,
  change: (connection: Connection, glossary: GlossaryRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!isUuid(glossaryId)) return noGlossary;
  return inTransaction(db, async (connection) => {
    await lockGlossary(connection, teamId, glossaryId);
    // The key is checked last: this must not wait for anything else while a revocation waits for it.
    const refusal = await refuseInactiveKey(connection, teamId, actor);
    if (refusal !== undefined) return refusal;
    const glossary = await findGlossary(connection, teamId, glossaryId);
    return glossary === undefined ? noGlossary : change(connection, glossary);
  });
}

export function recordGlossaryChange(
  connection: Connection,
  { teamId, glossaryId, actor }: Subject,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordChange(connection, actor, { teamId, action, subjectId: glossaryId, details });
}

export function findDictionary(
  glossary: GlossaryRow,
  { source, target }: LanguagePair,
): DictionaryRow | undefined {
  return glossary.dictionaries.find((one) => one.sourceLang === source && one.targetLang === target);
}
