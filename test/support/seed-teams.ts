/** Many teams and keys in one statement, with limits that no load reaches, for tests and benches. */

import { randomBytes } from 'node:crypto';
import { hashKey } from '../../src/auth/key-format.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { orderedId } from './ordered-id.ts';

export interface TestTeam {
  readonly id: string;
  readonly keys: readonly { id: string; plain: string }[];
  /** The first key. */
  readonly key: string;
}

export async function seedTeams(
  db: Database,
  count: number,
  { quota = 1_000_000_000, keys = 1 } = {},
): Promise<TestTeam[]> {
  const teams = Array.from({ length: count }, () => newTeam(keys));
  const rows = teams.flatMap(({ id, keys }) => keys.map((key) => ({ team: id, ...key })));
  await db.query(
    `WITH team AS (INSERT INTO teams (id, name, requests_per_second, requests_burst, characters_per_minute, calls_in_flight)
                   SELECT unnest($1::uuid[]), 'test', 100000, 1000000, 1000000000, 100000),
          balance AS (INSERT INTO team_balances (team_id, quota) SELECT unnest($1::uuid[]), $2)
     INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes)
     SELECT id, team, hash, 'test', 'live', '{translate,usage}'
       FROM unnest($3::uuid[], $4::uuid[], $5::bytea[]) AS key (id, team, hash)`,
    [
      teams.map(({ id }) => id),
      quota,
      rows.map(({ id }) => id),
      rows.map(({ team }) => team),
      rows.map(({ plain }) => hashKey(plain)),
    ],
  );
  return teams;
}

function newTeam(keyCount: number): TestTeam {
  const keys = Array.from({ length: keyCount }, () => ({
    id: orderedId(),
    plain: `svc_live_${randomBytes(20).toString('hex')}`,
  }));
  return { id: orderedId(), keys, key: keys[0]?.plain ?? '' };
}
