/**
 * Merges entries into dictionaries: existing entries stay, unless a new one has the same source term. Merging
 * takes long, so it runs outside any transaction; the result is written only if no dictionary has changed
 * since it was read.
 */

import { type Condition, meets } from '../../lib/conditions.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { readDictionary } from '../../store/postgres/glossaries.ts';
import type { Subject } from './glossary-changes.ts';
import type { PackedBody, PackedDictionary } from './pack-entries.ts';
import { prepare } from './prepare-entries.ts';
import * as refusals from './refusals.ts';
import {
  type DictionaryWrite,
  type Glossary,
  type GlossaryStore,
  hasPairTwice,
  writeDictionaries,
} from './write-dictionaries.ts';

/** How often a merge is attempted, because a dictionary may change between reading and writing it. */
const maxTries = 5;

/** If a name is given, the same transaction renames the glossary. The condition is for every dictionary. */
export async function mergeDictionaries(
  stored: GlossaryStore,
  subject: Subject,
  { name, dictionaries }: PackedBody,
  condition?: Condition,
): Promise<Outcome<Glossary>> {
  if (hasPairTwice(dictionaries)) return refusals.samePair;
  for (let tries = 0; tries < maxTries; tries++) {
    const writes: DictionaryWrite[] = [];
    for (const dictionary of dictionaries) {
      const write = await mergeOne(stored, subject, dictionary, condition);
      if (!write.ok) return write;
      writes.push(write.value);
    }
    const written = await writeDictionaries(stored, subject, writes, 'glossary.entries_merged', name);
    if (written.ok || written.problem.code !== 'precondition_failed') return written;
  }
  return refusals.keepsChanging;
}

async function mergeOne(
  { db, texts }: GlossaryStore,
  { teamId, glossaryId }: Subject,
  added: PackedDictionary,
  condition: Condition,
): Promise<Outcome<DictionaryWrite>> {
  const { source, target } = added;
  const kept = isUuid(glossaryId)
    ? await readDictionary(db, texts, teamId, glossaryId, source, target)
    : undefined;
  if (!meets(condition, kept?.version)) return refusals.versionChanged(kept?.version);
  if (kept === undefined) return done({ dictionary: added, condition: 'absent' });
  const job = { kind: 'merge', content: added.packed, into: kept.packed } as const;
  const merged = await prepare(teamId, job, added.entryBytes + kept.entryBytes);
  if (!merged.ok) return merged;
  return done({ dictionary: { source, target, ...merged.value }, condition: [kept.version] });
}
