import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { Part, SilentPart } from './silent-part.tsx';
import { redisName } from './store-names.ts';

type Server = NonNullable<Availability['redis']>['servers'][number];

export function RedisPart({ redis }: { redis: Availability['redis'] }) {
  return (
    <Part
      id="redis"
      title={redisName}
      intro={t(
        'As seen by the node that serves this page. The table of processes shows every node that cannot reach Redis.',
      )}
      part={redis}
    >
      {({ servers }) => (
        <DataTable
          className="table-steady"
          labelledBy="redis"
          empty={<SilentPart />}
          rows={servers}
          keyOf={({ address }) => address}
          columns={[
            { header: t('Server'), kind: 'name', className: 'mono wrap', cell: ({ address }) => address },
            { header: t('State'), cell: (server) => <ServerState server={server} /> },
            { header: t('Role'), cell: roleOf },
            {
              header: t('Replicas'),
              kind: 'number',
              cell: ({ replicas }) => (replicas === null ? '–' : formatNumber(replicas)),
            },
          ]}
        />
      )}
    </Part>
  );
}

function ServerState({ server: { answers } }: { server: Server }) {
  return answers ? (
    <span className="tag tag-good">{t('Connected')}</span>
  ) : (
    <span className="tag tag-warn">{t('Not connected')}</span>
  );
}

function roleOf({ role }: Server): string {
  if (role === null) return '–';
  return role === 'primary' ? tIn('database server', 'Primary') : tIn('database server', 'Replica');
}
