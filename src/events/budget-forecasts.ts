/** Reports teams whose quota and credit run out before the end of the month, once a month. */
import type { Database } from '../store/postgres/database.ts';
import { teamsToForecast } from '../store/postgres/event-sources.ts';
import { recordEvent } from '../store/postgres/events.ts';
import { readStanding } from '../store/postgres/usage.ts';

export interface Outlook {
  /** Used by the end of the month. */
  readonly characters: number;
  readonly runsOutAt: Date | undefined;
}

/** `forecast`: as the dashboard shows it. */
export function createBudgetForecasts(
  db: Database,
  forecast: (teamId: string, now: Date) => Promise<Outlook | undefined>,
) {
  return {
    async run(signal: AbortSignal): Promise<'done'> {
      const now = new Date();
      const month = now.toISOString().slice(0, 7);
      for (const teamId of await teamsToForecast(db, month)) {
        if (signal.aborted) break;
        const [outlook, standing] = [await forecast(teamId, now), await readStanding(db, teamId)];
        // Where nothing is left, the share of 100 % was reported.
        if (outlook?.runsOutAt === undefined || standing === undefined || standing.left === 0) continue;
        await recordEvent(db, {
          teamId,
          type: 'budget.running_out',
          subject: `${teamId} ${month}`,
          data: {
            month,
            runs_out_at: outlook.runsOutAt.toISOString(),
            forecast_characters: outlook.characters,
            characters_left: standing.left,
          },
        });
      }
      return 'done';
    },
  };
}
