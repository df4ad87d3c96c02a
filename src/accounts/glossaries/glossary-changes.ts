/** The common parts of every glossary change: the lock, the audit entry and the refusals. */
import type { Actor } from '../../lib/actor.ts';
import { type Outcome, type Refusal, refused } from '../../lib/outcome.ts';
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
import type { Pair } from './pack-entries.ts';

export const notFound = refused(
  'not_found',
  'Your team has no glossary with this id. List your glossaries to find the right one.',
);

export const noSuchDictionary = refused(
  'not_found',
  'No dictionary found for language pair: the glossary has none from this source to this target language.',
);

export function versionChanged(version: number | undefined): Refusal {
  return refused(
    'precondition_failed',
    version === undefined
      ? 'The dictionary does not exist. Read the glossary again, then repeat your change.'
      : `The version has changed: it is now ${version}. Read it again, then repeat your change.`,
  );
}

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
  if (!isUuid(glossaryId)) return notFound;
  return inTransaction(db, async (connection) => {
    await lockGlossary(connection, teamId, glossaryId);
    // The key is checked last: this must not wait for anything else while a revocation waits for it.
    const refusal = await refuseInactiveKey(connection, teamId, actor);
    if (refusal !== undefined) return refusal;
    const glossary = await findGlossary(connection, teamId, glossaryId);
    return glossary === undefined ? notFound : change(connection, glossary);
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

export function findDictionary(glossary: GlossaryRow, { source, target }: Pair): DictionaryRow | undefined {
  return glossary.dictionaries.find((one) => one.sourceLang === source && one.targetLang === target);
}
