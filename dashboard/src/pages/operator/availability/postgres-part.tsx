import type { Availability } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Figures } from '../../../components/figures.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatMegabytes, formatMilliseconds } from '../../../lib/format.ts';
import { Message } from '../../../lib/message.tsx';
import { t, tIn } from '../../../lib/messages.ts';
import { Part } from './silent-part.tsx';
import { postgresName } from './store-names.ts';

type Postgres = NonNullable<Availability['postgres']>;
type Standby = Postgres['standbys'][number];

export function PostgresPart({ postgres }: { postgres: Availability['postgres'] }) {
  return (
    <Part id="postgres" title={postgresName} part={postgres}>
      {(postgres) => (
        <>
          <Figures
            facts={[
              [
                t('Server'),
                <span key="server" className="mono">
                  {serverName(postgres)}
                </span>,
              ],
              [t('State'), <ServerState key="state" postgres={postgres} />],
              [t('Version'), postgres.version.split(' ', 1)[0]],
              [t('Since'), <RelativeTime key="since" time={postgres.started_at} />],
            ]}
          />
          <Standbys postgres={postgres} />
        </>
      )}
    </Part>
  );
}

function serverName({ address, port, cluster_name }: Postgres): string {
  const place = address === null ? t('local socket') : `${address}:${port}`;
  return cluster_name === null ? place : `${cluster_name}, ${place}`;
}

function ServerState({ postgres: { is_standby, is_read_only } }: { postgres: Postgres }) {
  if (is_standby) return <span className="tag tag-bad">{tIn('database server', 'Standby')}</span>;
  if (is_read_only) return <span className="tag tag-bad">{t('Read-only')}</span>;
  return <span className="tag tag-good">{tIn('database server', 'Primary')}</span>;
}

function Standbys({ postgres }: { postgres: Postgres }) {
  const { is_synchronous, may_see_standbys, standby_count, standbys } = postgres;
  if (standby_count === 0)
    return (
      <p className="quiet">
        {is_synchronous
          ? t('No standby is connected, and commits wait for one.')
          : t('No standby follows this server. If it fails, calls are refused until it is back.')}
      </p>
    );
  if (!may_see_standbys)
    return (
      <p className="quiet">
        <Message
          text="{count, plural, one {# standby follows} other {# standbys follow}} this server. To see their state here, run: <code>GRANT pg_read_all_stats TO …</code> with the database role of Dragoman."
          values={{ count: standby_count }}
        />
      </p>
    );
  return (
    <DataTable
      className="table-steady"
      label={t('Standbys')}
      rows={standbys}
      keyOf={({ name, address }, i) => `${name} ${address} ${i}`}
      columns={[
        {
          header: tIn('database server', 'Standby'),
          kind: 'name',
          width: 'middle',
          className: 'wrap',
          cell: ({ name }) => name ?? '–',
        },
        { header: t('Address'), className: 'wrap', cell: ({ address }) => address ?? t('local socket') },
        { header: t('State'), cell: (standby) => <StandbyState standby={standby} /> },
        { header: t('Commits wait for it'), cell: ({ sync_state }) => waitsFor(sync_state) },
        { header: t('Behind'), kind: 'number', cell: behind },
      ]}
    />
  );
}

function StandbyState({ standby: { state } }: { standby: Standby }) {
  return state === 'streaming' ? (
    <span className="tag tag-good">{t('Follows')}</span>
  ) : (
    <span className="tag tag-warn">{state === 'catchup' ? t('Catching up') : (state ?? '–')}</span>
  );
}

function waitsFor(syncState: string | null): string {
  if (syncState === 'sync' || syncState === 'quorum') return tIn('answer', 'yes');
  return syncState === 'potential' ? t('if another one fails') : tIn('answer', 'no');
}

/** The server measures the time only while something is written. */
function behind({ lag_bytes, lag_ms }: Standby): string {
  const bytes = lag_bytes === null ? '–' : formatMegabytes(lag_bytes);
  return lag_ms === null ? bytes : `${bytes}, ${formatMilliseconds(lag_ms)}`;
}
