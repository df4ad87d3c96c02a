import { answered, at, client } from '../../api/client.ts';
import { type TeamSession, useTeamSessions } from '../../api/team-queries.ts';
import { useChange } from '../../api/use-change.ts';
import { RowButton } from '../../components/button.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Section } from '../../components/section.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { AskOperator } from './ask-operator.tsx';

/** Sessions of the team's members. Users end their own sessions under "Account". */
interface TeamSessionListProps {
  readonly team: string;
  readonly own: string | undefined;
  readonly mayEnd: boolean;
}

export function TeamSessionList({ team, own, mayEnd }: TeamSessionListProps) {
  const sessions = useTeamSessions(team);
  const end = useChange(
    ({ id }: TeamSession) => answered(client.DELETE('/api/teams/{team}/sessions/{id}', at({ team, id }))),
    [['team-sessions', team]],
    {
      done: ({ user }) => t('A session of {email} is ended.', { email: user.email }),
      isFailureTold: true,
    },
  );
  const actionOf = (session: TeamSession) => {
    const { user, address, is_owned } = session;
    if (user.id === own) {
      return (
        <Link className="button button-plain" href="/account">
          {t('Manage under Account')}
        </Link>
      );
    }
    if (!mayEnd) return null;
    return is_owned ? (
      <RowButton
        label={t('End the session of {email} from {address}', { email: user.email, address })}
        onClick={() => end.mutate(session)}
      >
        {t('End')}
      </RowButton>
    ) : (
      <AskOperator
        title={t(
          'This person is an operator, or is in a team that you do not own. Ask the operator to end the session.',
        )}
      />
    );
  };
  return (
    <Section
      id="team-sessions"
      title={t('Signed in now')}
      intro={t(
        'Ending a session signs the person out of that browser immediately, on every node. To keep a person out, remove them or reset their password.',
      )}
    >
      <QueryContent query={sessions} loading={t('Loading sessions')}>
        {(data) => <SessionTable sessions={data.sessions} actionOf={actionOf} />}
      </QueryContent>
    </Section>
  );
}
