import { Destinations } from '../../components/events/destinations.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';

/** Webhooks and e-mail addresses that hear of what happens in the team. */
export function EventsPage({ team }: PageProps) {
  return (
    <Destinations
      owner={team.id}
      title={t('Events')}
      intro={t(
        'What happens in {team} is sent to webhooks and e-mail addresses, each at least once. No event contains a key or a text.',
        { team: team.name },
      )}
    />
  );
}
