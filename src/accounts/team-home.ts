/** What a team's home page shows beside its usage: how far its set-up is, and what went wrong lately. */
import type { Database } from '../store/postgres/database.ts';
import { countFailedDocuments, readProgress } from '../store/postgres/team-home.ts';
import { readRefusals } from '../store/postgres/usage.ts';

export type { TeamProgress } from '../store/postgres/team-home.ts';

const recentMs = 24 * 3_600_000;

export type TeamHome = ReturnType<typeof createTeamHome>;

export function createTeamHome(db: Database) {
  return {
    /** Undefined if the team does not exist. */
    progress: (teamId: string) => readProgress(db, teamId),
    async recentErrors(teamId: string, now: Date) {
      const since = new Date(now.getTime() - recentMs);
      const [refused, failedDocuments] = await Promise.all([
        // Refusals are counted by the minute, so the current one is included by its end.
        readRefusals(db, teamId, since, new Date(now.getTime() + 60_000)),
        countFailedDocuments(db, teamId, since),
      ]);
      return { since, refused, failedDocuments };
    },
  };
}
