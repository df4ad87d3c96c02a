/** Other teams and nodes around Harbour Trading, as an operator meets them: the same every time. */
import { giveCredit } from '../../src/accounts/credit.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { setTeamLimits } from '../../src/accounts/teams.ts';
import type { Actor } from '../../src/lib/actor.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { wellEngine, writeNode } from '../browser/support/operator.ts';
import { seedTeamWithDefaultLimits, seedUser } from '../support/console-client.ts';
import { rewriteAuditLog } from './seed-harbour.ts';

export const operator = 'ops@dragoman.example';

/** Name, quota, used, credit. */
const teams = [
  ['Atlas Logistics', 2_000_000, 1_864_210, 0],
  ['Beacon Health', 10_000_000, 3_120_448, 500_000],
  ['Cinder Games', 1_000_000, 212_905, 0],
  ['Delta Insurance', 6_000_000, 5_984_001, 1_250_000],
  ['Elm Publishing', 800_000, 0, 0],
] as const;

export async function seedInstallation(db: Database, harbour: string): Promise<string> {
  const by: Actor = {
    type: 'user',
    id: uuidV7(),
    name: operator,
    address: '203.0.113.7',
    requestId: uuidV7(),
  };
  // The team that warmed the engine, and the node that serves this, are of the same installation.
  await db.query(
    "UPDATE teams SET name = 'Fjord Ferries', created_at = now() - interval '90 days' WHERE name = 'test'",
  );
  await db.query('UPDATE team_balances SET quota = 3000000 WHERE quota = 1000000000');
  await db.query("UPDATE teams SET created_at = now() - interval '210 days' WHERE id = $1", [harbour]);
  await db.query(
    "UPDATE node_reports SET host = 'translate-1', process_id = 7, started_at = now() - interval '3 days'",
  );
  const ids: string[] = [];
  for (const [name, quota, used, credit] of teams) {
    const id = await seedTeamWithDefaultLimits(db, name, quota);
    ids.push(id);
    await db.query(
      `UPDATE team_balances SET quota_used = $2, month_used = $2, credit = $3, period = date_trunc('month', now() AT TIME ZONE 'UTC')::date
        WHERE team_id = $1`,
      [id, used, credit],
    );
    await db.query('UPDATE teams SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
      id,
      quota / 40_000,
    ]);
  }
  await seedUser(db, ids[0] ?? '', operator, 'operator');
  await rewriteAuditLog(
    db,
    `UPDATE audit_log AS entry SET at = team.created_at FROM teams AS team
      WHERE team.id = entry.team_id AND entry.action = 'team.created'`,
    [],
  );
  await suspendTeam(db, ids[2] ?? '', 'The invoice of August is overdue', by);
  await giveCredit(db, { teamId: harbour, amount: 100_000, reason: 'Invoice 2026-118' }, by);
  await setTeamLimits(db, harbour, { requestsPerSecond: 250, requestsBurst: 500 }, by);
  const id = await writeNode(db, 'translate-2', {
    engines: [{ ...wellEngine, since: new Date(Date.now() - 2 * 86_400_000).toISOString() }],
    lanes: [lane('en>de', 1_840, 46, 212), lane('de>en', 0, 41, 138)],
  });
  return id;
}

/** A heartbeat, as a node that runs has: without it its row would say that it was seen in an hour. */
export async function beatNode(db: Database, id: string): Promise<void> {
  await db.query('UPDATE nodes SET last_seen = now() WHERE id = $1', [id]);
  await db.query('UPDATE node_reports SET reported_at = now() WHERE node_id = $1', [id]);
}

function lane(pair: string, waiting: number, p50: number, p95: number) {
  const times = { calls: 256, p50_ms: p50, p95_ms: p95 };
  return { engine: 'bergamot', pair, is_left_alone: false, waiting_characters: waiting, ...times };
}
