import { moreTeams, TeamLink } from '../../../components/team-link.tsx';
import { t } from '../../../lib/messages.ts';
import type { AuditEvent } from './merge-copies.ts';

/** A person may be in many teams. */
const maxShown = 3;

export function TeamsOfEvent({ event }: { event: AuditEvent }) {
  const teams = event.teams.filter((team) => team !== null);
  if (teams.length === 0) return <span className="quiet">{t('the installation')}</span>;
  return (
    <ul className="user-teams">
      {teams.slice(0, maxShown).map(({ id, name }) => (
        <li key={id}>
          <TeamLink id={id} name={name} />
        </li>
      ))}
      {teams.length > maxShown && <li className="quiet small">{moreTeams(teams.length - maxShown)}</li>}
    </ul>
  );
}
