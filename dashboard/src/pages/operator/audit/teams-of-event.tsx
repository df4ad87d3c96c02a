import { t } from '../../../lib/messages.ts';
import { Link } from '../../../state/navigation.tsx';
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
          <Link className="row-link" href={`/operator/teams/${id}`}>
            {name}
          </Link>
        </li>
      ))}
      {teams.length > maxShown && (
        <li className="quiet small">
          {t('{count, plural, one {and # more team} other {and # more teams}}', {
            count: teams.length - maxShown,
          })}
        </li>
      )}
    </ul>
  );
}
