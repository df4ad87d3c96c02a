/** What a key may use, for work that goes on after its call: by its id, because the key itself is not kept. */
import { readCaller } from '../auth/key-check.ts';
import type { TeamRights } from '../translate/translator.ts';
import { rightsOf } from './engine-work.ts';

/** As it is now. Undefined if the key is gone; the charge finds out whether it may still be used. */
export async function readRightsOfKey(
  db: Parameters<typeof readCaller>[0],
  keyId: string,
): Promise<TeamRights | undefined> {
  const caller = await readCaller(db, keyId);
  return caller && rightsOf(caller);
}
