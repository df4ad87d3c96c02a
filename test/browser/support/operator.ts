/** What tests of the operator's pages set up. */

import type { EngineReport, NodeReport } from '../../../src/lib/node-report.ts';
import { uuidV7 } from '../../../src/lib/uuid-v7.ts';
import type { Database } from '../../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../../support/console-client.ts';

export const operator = 'operator@example.org';

export async function seedOperator(db: Database): Promise<string> {
  const team = await seedTeam(db, 'Operations');
  await seedUser(db, team, operator, 'operator');
  return team;
}

/** So many teams as a large installation has, in one statement; "Crew 00042" and so on. */
export async function seedCrews(db: Database, count: number): Promise<void> {
  await db.query(
    `WITH crew AS (INSERT INTO teams (id, name)
                   SELECT gen_random_uuid(), 'Crew ' || lpad(n::text, 6, '0') FROM generate_series(1, $1) AS n
                   RETURNING id)
     INSERT INTO team_balances (team_id, quota) SELECT id, 1000000 FROM crew`,
    [count],
  );
  await db.query('ANALYZE teams');
  await db.query('ANALYZE team_balances');
}

export const wellEngine: EngineReport = {
  id: 'bergamot',
  version: 'x1',
  healthy: true,
  detail: '2 pairs; 2 of 2 threads',
  since: '2026-01-01T00:00:00.000Z',
  pairs: 2,
  models: [
    { name: 'en-de', bytes: 17_000_000, loaded_by: 2 },
    { name: 'de-en', bytes: 31_000_000, loaded_by: 0 },
  ],
  memory: { bytes: 850_000_000, budget_bytes: 2_000_000_000 },
};

/** A node that nobody runs: it says what the test writes. It lives for an hour without a heartbeat. */
export async function writeNode(
  db: Database,
  host: string,
  report: NodeReport,
  id = uuidV7(),
): Promise<string> {
  await db.query(
    `INSERT INTO nodes (id, last_seen, is_alone) VALUES ($1, now() + interval '1 hour', false)
     ON CONFLICT (id) DO NOTHING`,
    [id],
  );
  await db.query(
    `INSERT INTO node_reports (node_id, host, process_id, version, started_at, reported_at, report)
     VALUES ($1, $2, 7, '0.1.0', now() - interval '3 days', now() + interval '1 hour', $3)
     ON CONFLICT (node_id) DO UPDATE SET report = excluded.report`,
    [id, host, JSON.stringify(report)],
  );
  return id;
}

export async function forgetNode(db: Database, id: string): Promise<void> {
  await db.query('DELETE FROM nodes WHERE id = $1', [id]);
}
