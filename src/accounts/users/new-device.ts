/** Reports a sign-in with a browser that the account had not used before, to each team of its user. */
import type { Connection } from '../../store/postgres/database.ts';
import { recordEvent } from '../../store/postgres/events.ts';
import { listTeamsOfUser } from '../../store/postgres/users.ts';
import type { Origin } from './origin.ts';

export async function reportNewDevice(
  connection: Connection,
  user: { readonly id: string; readonly email: string },
  sessionId: string,
  { address, browser }: Origin,
): Promise<void> {
  const teams = (await listTeamsOfUser(connection, user.id)).map(({ id }) => id);
  const data = { user: { id: user.id, email: user.email }, address, browser };
  for (const teamId of teams.length === 0 ? [null] : teams) {
    const subject = `${sessionId} ${teamId ?? 'installation'}`;
    await recordEvent(connection, { teamId, type: 'sign_in.new_device', subject, data });
  }
}
