/** Engines work once more at most for a charged Idempotency-Key, whoever asks and however often. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { claimReplay, countReplay, findCharged, giveReplayBack } from '../../src/store/postgres/replays.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const fingerprint = { key: 'aa', body: 'bb' };
let db: Database;
let team: LedgerTeam;
let callId: string;

beforeAll(async () => {
  db = openTestPool(database.url, 8);
  team = await insertLedgerTeam(db, 1_000);
  const call = chargeOf(team, 5, { idem: fingerprint.key, body: fingerprint.body });
  callId = call.id;
  expect(await verdictsOf(db, [call])).toEqual(['charged']);
});
afterAll(() => db.end());

test('of ten that ask for the replay at once, one has it, until it is given back', async () => {
  const claim = () => claimReplay(db, team.team, fingerprint);
  const claims = await Promise.all(Array.from({ length: 10 }, claim));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await claim()).toBe(false);
  await giveReplayBack(db, team.team, fingerprint);
  expect(await claim()).toBe(true);
  await giveReplayBack(db, team.team, fingerprint);
});

test('a call that engines worked for beside the charged one is the replay', async () => {
  await countReplay(db, team.team, fingerprint, callId);
  expect(await findCharged(db, team.team, fingerprint)).toMatchObject({ body: 'same', isReplayed: false });
  await countReplay(db, team.team, fingerprint, chargeOf(team, 5).id);
  expect(await findCharged(db, team.team, fingerprint)).toMatchObject({ body: 'same', isReplayed: true });
  expect(await claimReplay(db, team.team, fingerprint)).toBe(false);
});
