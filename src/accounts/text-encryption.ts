/**
 * Encrypts texts that were stored in the clear: by the version before, by a node without a data key, or before encryption was
 * turned on. One text at a time, without a lock, while calls are served.
 */
import { ProblemError } from '../lib/errors.ts';
import { isSealed } from '../lib/sealed-text.ts';
import type { Database } from '../store/postgres/database.ts';
import { placeOfEntries } from '../store/postgres/glossaries.ts';
import {
  type DictionaryKey,
  type DictionaryTable,
  dictionaryTables,
  listPlainDictionaries,
  type PlainStyleRules,
  readPlainEntries,
  readPlainStyleRules,
  replacePlainEntries,
  replacePlainStyleRules,
} from '../store/postgres/plain-texts.ts';
import type { Sealer, StoredTexts } from '../store/postgres/stored-texts.ts';
import { openStyleRules, placeOfRules, sealedColumns } from '../store/postgres/style-rules.ts';
import { forgetErasedTextKeys } from '../store/postgres/text-keys.ts';

const keysAtOnce = 500;
const listsAtOnce = 20;

/** Returns how many were encrypted. Safe to interrupt, to repeat, and to run from every node at once. */
export async function encryptStoredTexts(db: Database, texts: StoredTexts): Promise<number> {
  let count = 0;
  for (const table of dictionaryTables) {
    for await (const key of eachPlainDictionary(db, table)) {
      if (await encryptDictionary(db, texts, table, key)) count++;
    }
  }
  for (let after: PlainStyleRules | undefined; ; ) {
    const lists = await readPlainStyleRules(db, after, listsAtOnce);
    const done = await Promise.all(lists.map((list) => encryptList(db, texts, list)));
    count += done.filter(Boolean).length;
    after = lists.at(-1);
    if (after === undefined) return count;
  }
}

/** Undefined if the key of the team cannot be opened: its texts stay as they are, and do not hold up those of others. */
async function sealerFor(texts: StoredTexts, teamId: string): Promise<Sealer | undefined> {
  try {
    return await texts.sealerFor(teamId);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

async function* eachPlainDictionary(db: Database, table: DictionaryTable): AsyncGenerator<DictionaryKey> {
  for (let after: DictionaryKey | undefined; ; ) {
    const keys = await listPlainDictionaries(db, table, after, keysAtOnce);
    yield* keys;
    after = keys.at(-1);
    if (after === undefined) return;
  }
}

async function encryptDictionary(
  db: Database,
  texts: StoredTexts,
  table: DictionaryTable,
  key: DictionaryKey,
): Promise<boolean> {
  const seal = await sealerFor(texts, key.teamId);
  if (seal === undefined) return false;
  const entries = await readPlainEntries(db, table, key);
  if (entries === undefined) return false;
  const sealed = await seal(placeOfEntries(key.glossaryId, key.source, key.target, key.version), entries);
  return isSealed(sealed) && replacePlainEntries(db, table, key, sealed);
}

async function encryptList(db: Database, texts: StoredTexts, list: PlainStyleRules): Promise<boolean> {
  const seal = await sealerFor(texts, list.teamId);
  if (seal === undefined) return false;
  const columns = await encryptColumns(texts, list, seal);
  const isDone = columns.some((value) => Buffer.isBuffer(value));
  return isDone && replacePlainStyleRules(db, list, columns);
}

/** A list that is not what this program writes stays as it is: the others must not wait for somebody who repairs it. */
async function encryptColumns(texts: StoredTexts, list: PlainStyleRules, seal: Sealer): Promise<unknown[]> {
  const content = await openStyleRules(texts, list.teamId, { ...list, sealed: null });
  try {
    return await sealedColumns(content, placeOfRules(list.id, list.version), seal);
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

/** Does nothing on a node without a data key, and before encryption is turned on. */
export function createTextHousekeeping(db: Database, texts: StoredTexts): { run(): Promise<'done'> } {
  return {
    async run() {
      await forgetErasedTextKeys(db);
      if (await texts.isEncrypting()) await encryptStoredTexts(db, texts);
      return 'done';
    },
  };
}
