import { Send } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import { goTo } from '../../state/navigation.tsx';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { PageHead } from '../page.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import {
  ChangeDestinationDialog,
  DeleteDestinationDialog,
  RotateSecretDialog,
} from './destination-dialogs.tsx';
import { DestinationTag } from './destination-tag.tsx';
import { type Destination, type Owner, useChangeDestination, useSendTest } from './event-queries.ts';

interface DestinationViewProps {
  readonly owner: Owner;
  readonly destination: Destination;
  readonly types: readonly string[];
  /** The address of the list. */
  readonly list: string;
}

/** One destination: what it is, what can be done with it, and what was sent there. */
export function DestinationView({ owner, destination, types, list }: DestinationViewProps) {
  const { name, address, kind, is_enabled, older_until } = destination;
  const [open, setOpen] = useState<'change' | 'secret' | 'delete'>();
  const close = () => setOpen(undefined);
  const turn = useChangeDestination(owner, destination, true);
  const test = useSendTest(owner);
  const shared = { owner, destination, onClose: close };
  return (
    <>
      <PageHead
        back={{ href: list, label: t('All destinations') }}
        title={name}
        tag={<DestinationTag destination={destination} />}
        intro={
          <bdi dir="ltr" className="wrap">
            {address}
          </bdi>
        }
        actions={
          <>
            <Button needs="change" onClick={() => setOpen('change')}>
              {tIn('button', 'Change')}
            </Button>
            {kind === 'webhook' && (
              <Button needs="change" onClick={() => setOpen('secret')}>
                {t('New secret')}
              </Button>
            )}
            <Button
              needs="change"
              disabled={turn.isPending}
              onClick={() => turn.mutate({ is_enabled: !is_enabled })}
            >
              {is_enabled ? t('Turn off') : t('Turn on')}
            </Button>
            <Button needs="change" onClick={() => setOpen('delete')}>
              {t('Delete')}
            </Button>
            <Button
              kind="main"
              icon={Send}
              needs="change"
              disabled={!is_enabled || test.isPending}
              onClick={() => test.mutate(destination)}
            >
              {t('Send a test event')}
            </Button>
          </>
        }
      />
      <StateNotice destination={destination} />
      {older_until !== null && (
        <Notice>
          {t('Events are signed with the old secret, too, until {time}.', { time: formatTime(older_until) })}
        </Notice>
      )}
      <DeliveryLog owner={owner} destination={destination} />
      {open === 'change' && <ChangeDestinationDialog {...shared} types={types} />}
      {open === 'secret' && <RotateSecretDialog {...shared} />}
      {open === 'delete' && <DeleteDestinationDialog {...shared} onDeleted={() => goTo(list)} />}
    </>
  );
}

/** What is wrong with it, and what to do. */
function StateNotice({ destination }: { destination: Destination }) {
  const { is_enabled, disabled_reason, failing_since } = destination;
  if (!is_enabled)
    return disabled_reason === 'failing' ? (
      <Notice kind="bad">
        {t('It failed for five days, so it was turned off. Correct it, then turn it on again.')}
      </Notice>
    ) : null;
  if (failing_since === null) return null;
  return (
    <Notice kind="warn">
      {t(
        'It has failed since {time}. Events are sent again by themselves; after five days it is turned off.',
        {
          time: formatTime(failing_since),
        },
      )}
    </Notice>
  );
}
