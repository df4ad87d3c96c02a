/** The page of destinations, of a team or of the installation: the list, or the one that the URL names. */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { Link, usePath, useSearch } from '../../state/navigation.tsx';
import { Button } from '../button.tsx';
import { DataTable } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Notice } from '../notice.tsx';
import { PageHead } from '../page.tsx';
import { QueryContent } from '../query-content.tsx';
import { RelativeTime } from '../relative-time.tsx';
import { CreateDestinationDialog } from './destination-dialogs.tsx';
import { DestinationTag } from './destination-tag.tsx';
import { DestinationView } from './destination-view.tsx';
import { type Destination, type Owner, useDestinations } from './event-queries.ts';
import { kindNames } from './event-words.ts';

interface DestinationsProps {
  readonly owner: Owner;
  readonly title: string;
  readonly intro: string;
}

export function Destinations({ owner, title, intro }: DestinationsProps) {
  const id = useSearch().get('destination');
  const destinations = useDestinations(owner);
  const [isCreating, setIsCreating] = useState(false);
  const address = useAddress(owner);
  const chosen = destinations.data?.destinations.find((one) => one.id === id);
  const types = destinations.data?.types.map(({ type }) => type) ?? [];
  if (chosen !== undefined)
    return <DestinationView key={id} owner={owner} destination={chosen} types={types} list={address()} />;
  const isEmpty = destinations.data?.destinations.length === 0;
  const create = (
    <Button kind="main" needs="change" icon={Plus} onClick={() => setIsCreating(true)}>
      {t('Add a destination')}
    </Button>
  );
  return (
    <>
      <PageHead title={title} intro={intro} actions={!isEmpty && create} />
      {id !== null && destinations.data !== undefined && (
        <Notice>{t('This destination does not exist, or was deleted.')}</Notice>
      )}
      <QueryContent query={destinations} loading={t('Loading the destinations')}>
        {(data) => <DestinationTable destinations={data.destinations} addressOf={address} create={create} />}
      </QueryContent>
      {isCreating && (
        <CreateDestinationDialog
          owner={owner}
          types={types}
          sendsMail={destinations.data?.sends_mail === true}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  );
}

/** The address of the list, or of one destination. */
function useAddress(owner: Owner): (id?: string) => string {
  const path = usePath();
  return (id) => {
    const search = new URLSearchParams({
      ...(owner !== undefined && { team: owner }),
      ...(id !== undefined && { destination: id }),
    });
    return search.size === 0 ? path : `${path}?${search}`;
  };
}

interface DestinationTableProps {
  readonly destinations: readonly Destination[];
  readonly addressOf: (id: string) => string;
  readonly create: ReactNode;
}

function DestinationTable({ destinations, addressOf, create }: DestinationTableProps) {
  return (
    <DataTable
      empty={
        <EmptyState drawing="speech" action={create}>
          {t(
            'Webhooks and e-mail addresses appear here. They hear of budgets, keys, documents and sign-ins.',
          )}
        </EmptyState>
      }
      rows={destinations}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('Name'),
          kind: 'name',
          className: 'wrap',
          cell: ({ id, name }) => (
            <Link className="row-link" href={addressOf(id)}>
              {name}
            </Link>
          ),
        },
        { header: t('Kind'), cell: ({ kind }) => kindNames()[kind] },
        { header: t('Address'), className: 'wrap', cell: ({ address }) => <bdi dir="ltr">{address}</bdi> },
        { header: t('State'), cell: (destination) => <DestinationTag destination={destination} /> },
        { header: t('Events'), kind: 'number', cell: ({ event_types }) => formatNumber(event_types.length) },
        {
          header: t('Last delivered'),
          cell: ({ last_delivered_at }) => <RelativeTime time={last_delivered_at} />,
        },
      ]}
    />
  );
}
