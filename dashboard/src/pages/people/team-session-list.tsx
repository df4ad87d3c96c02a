import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import { type TeamSession, useTeamSessions } from '../../api/team-queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { Link } from '../../state/navigation.tsx';

/** Sessions of the team's members. Users end their own sessions under "Account". */
export function TeamSessionList({ team, own }: { team: string; own: string | undefined }) {
  const queries = useQueryClient();
  const sessions = useTeamSessions(team);
  const end = useMutation({
    mutationFn: (id: string) =>
      answered(client.DELETE('/api/teams/{team}/sessions/{id}', { params: { path: { team, id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['team-sessions', team] }),
  });
  const actionOf = ({ id, user, address, is_owned }: TeamSession) => {
    if (user.id === own) {
      return (
        <Link className="button button-plain" href="/account">
          Manage under Account
        </Link>
      );
    }
    if (!is_owned) return <NotYours />;
    return (
      <Button
        kind="plain"
        needs="change"
        aria-label={`End the session of ${user.email} from ${address}`}
        onClick={() => end.mutate(id)}
      >
        End
      </Button>
    );
  };
  return (
    <section className="stack" aria-labelledby="team-sessions">
      <div>
        <h2 id="team-sessions">Signed in now</h2>
        <p className="quiet">
          Ending a session signs the person out of that browser immediately, on every node. To keep a person
          out, remove them or reset their password.
        </p>
      </div>
      <Failure error={sessions.error ?? end.error} onRetry={() => void sessions.refetch()} />
      {sessions.isPending && <Loading what="sessions" />}
      {sessions.data !== undefined && <SessionTable sessions={sessions.data.sessions} actionOf={actionOf} />}
    </section>
  );
}

function NotYours() {
  return (
    <span
      className="quiet small"
      title="This person is an operator, or is in a team that you do not own. Ask the operator to end the session."
    >
      Ask the operator
    </span>
  );
}
