import { answered, at, client } from '../../api/client.ts';
import { useSessions } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/button.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Section } from '../../components/section.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { t } from '../../lib/messages.ts';

export function SessionList() {
  const sessions = useSessions();
  const end = useChange(
    (id: string) => answered(client.DELETE('/api/sessions/{id}', at({ id }))),
    [['sessions']],
    { done: () => t('The session is ended.'), isFailureTold: true },
  );
  return (
    <Section
      id="sessions"
      title={t('Sessions')}
      intro={t('Where you are signed in. A session ends after 30 idle minutes, and after 12 hours.')}
    >
      <QueryContent query={sessions} loading={t('Loading your sessions')}>
        {(data) => (
          <SessionTable
            sessions={data.sessions}
            actionOf={({ id, address }) => (
              <Button
                kind="plain"
                aria-label={t('End the session from {address}', { address })}
                onClick={() => end.mutate(id)}
              >
                {t('End')}
              </Button>
            )}
          />
        )}
      </QueryContent>
    </Section>
  );
}
