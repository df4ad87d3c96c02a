import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import { useSessions } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { SessionTable } from '../../components/session-table.tsx';

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
        <SessionTable
          sessions={sessions.data.sessions}
          actionOf={({ id, address }) => (
            <Button
              kind="plain"
              aria-label={`End the session from ${address}`}
              onClick={() => end.mutate(id)}
            >
              End
            </Button>
          )}
        />
      )}
    </section>
  );
}
