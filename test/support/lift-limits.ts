import { maxTeamLimits } from '../../src/lib/team-limits.ts';
import type { Database } from '../../src/store/postgres/database.ts';

/** Gives a team limits that no test reaches, without an entry in its audit log. */
export async function liftLimitsUnrecorded(db: Database, team: string): Promise<void> {
  const { requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight } = maxTeamLimits;
  await db.query(
    `UPDATE teams SET requests_per_second = $2, requests_burst = $3, characters_per_minute = $4, calls_in_flight = $5
      WHERE id = $1`,
    [team, requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight],
  );
}
