import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import { useSessions } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { browserName } from './browser-name.ts';

export function SessionList() {
  const queries = useQueryClient();
  const sessions = useSessions();
  const end = useMutation({
    mutationFn: (id: string) => answered(client.DELETE('/api/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <section className="stack" aria-labelledby="sessions">
      <div>
        <h2 id="sessions">Sessions</h2>
        <p className="quiet">
          Where you are signed in. A session ends after 30 idle minutes, and after 12 hours.
        </p>
      </div>
      <Failure error={sessions.error ?? end.error} onRetry={() => void sessions.refetch()} />
      {sessions.isPending && <Loading what="your sessions" />}
      {sessions.data !== undefined && (
        <div className="table-frame">
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Address</th>
                <th scope="col">Signed in</th>
                <th scope="col">Last seen</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.data.sessions.map((session) => (
                <tr key={session.id}>
                  <td className="name" title={session.browser}>
                    {browserName(session.browser)}
                  </td>
                  <td className="mono" data-label="Address">
                    {session.address}
                  </td>
                  <td data-label="Signed in">
                    <RelativeTime time={session.created_at} />
                  </td>
                  <td data-label="Last seen">
                    <RelativeTime time={session.last_seen_at} />
                  </td>
                  <td className="actions">
                    {session.is_current ? (
                      <span className="tag">this session</span>
                    ) : (
                      <Button
                        kind="plain"
                        aria-label={`End the session from ${session.address}`}
                        onClick={() => end.mutate(session.id)}
                      >
                        End
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
