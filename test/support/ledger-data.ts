/** Rows for tests of the ledger, made with SQL alone. */

import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ChargeRow, chargeCalls, type VerdictRow } from '../../src/store/postgres/ledger.ts';
import { orderedId } from './ordered-id.ts';

export interface LedgerTeam {
  readonly team: string;
  readonly key: string;
}

export async function insertLedgerTeam(db: Database, quota: number): Promise<LedgerTeam> {
  const team = orderedId();
  const key = orderedId();
  await db.query("INSERT INTO teams (id, name) VALUES ($1, 'ledger')", [team]);
  await db.query('INSERT INTO team_balances (team_id, quota) VALUES ($1, $2)', [team, quota]);
  await db.query(
    `INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes)
     VALUES ($1, $2, sha256($3::bytea), 'ledger', 'live', '{translate}')`,
    [key, team, key],
  );
  return { team, key };
}

export function chargeOf(
  { team, key }: LedgerTeam,
  characters: number,
  change: Partial<ChargeRow> = {},
): ChargeRow {
  return {
    id: uuidV7(),
    team,
    key,
    mode: 'live',
    dialect: 'v1',
    characters,
    target: 'es',
    deadline: new Date(Date.now() + 30_000),
    sources: ['en'],
    engines: ['apertium'],
    line_characters: [characters],
    line_texts: [1],
    ...change,
  };
}

export async function verdictsOf(
  db: Database,
  batch: readonly ChargeRow[],
): Promise<VerdictRow['verdict'][]> {
  return (await chargeCalls(db, batch)).map((row) => row.verdict);
}
