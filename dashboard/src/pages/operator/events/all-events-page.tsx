import { Destinations } from '../../../components/events/destinations.tsx';
import { t } from '../../../lib/messages.ts';

/** Webhooks and e-mail addresses of the operators. */
export function AllEventsPage() {
  return (
    <Destinations
      owner={undefined}
      title={t('All events')}
      intro={t(
        'What happens in the installation and in all teams is sent to webhooks and e-mail addresses, each at least once.',
      )}
    />
  );
}
