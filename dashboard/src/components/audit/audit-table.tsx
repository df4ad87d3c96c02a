import type { AuditEntry } from '../../api/team-queries.ts';
import { formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import { Button } from '../button.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { describeActor, describeEntry } from '../entry-words.ts';
import { RelativeTime } from '../relative-time.tsx';

type Narrow = (to: { readonly actor: string } | { readonly subject: string }) => void;

interface AuditTableProps<Entry extends AuditEntry> {
  readonly entries: readonly Entry[];
  readonly onNarrow: Narrow;
  /** After "Who", such as the team of an entry. */
  readonly extraColumn?: Column<Entry>;
}

export function AuditTable<Entry extends AuditEntry>({
  entries,
  onNarrow,
  extraColumn,
}: AuditTableProps<Entry>) {
  return (
    <DataTable
      className="table-audit"
      label={t('Who changed what, newest first')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('When'),
          kind: 'text',
          className: 'when',
          cell: ({ at }) => (
            <>
              <RelativeTime time={at} />
              <span className="quiet small">{formatTime(at)}</span>
            </>
          ),
        },
        { header: t('Who'), className: 'who wrap', cell: ({ actor }) => describeActor(actor) },
        extraColumn ?? false,
        {
          header: t('What'),
          kind: 'text',
          className: 'words wrap',
          cell: (entry) => (
            <>
              {describeEntry(entry)}
              <EntryDetails entry={entry} onNarrow={onNarrow} />
            </>
          ),
        },
        {
          header: tIn('network address', 'From'),
          cell: ({ address }) =>
            address === null ? <span className="quiet">{t('the server')}</span> : <code>{address}</code>,
        },
      ]}
    />
  );
}

/** The complete entry as recorded. */
function EntryDetails({ entry, onNarrow }: { entry: AuditEntry; onNarrow: Narrow }) {
  const { actor, subject } = entry;
  const who = actor.id ?? actor.name ?? '';
  return (
    <details className="more">
      <summary>{t('Details')}</summary>
      <dl>
        <dt>{t('Action')}</dt>
        <dd>
          <code>{entry.action}</code>
        </dd>
        <dt>{t('Subject')}</dt>
        <dd>
          <code>{subject.type}</code> <code>{subject.id}</code>
        </dd>
        <dt>{t('Request')}</dt>
        <dd>{entry.request_id === null ? t('none') : <code>{entry.request_id}</code>}</dd>
        <dt>{t('Recorded')}</dt>
        <dd>
          <code>{JSON.stringify(entry.details, null, 2)}</code>
        </dd>
      </dl>
      <div className="row">
        <Button kind="plain" onClick={() => onNarrow({ subject: subject.id })}>
          {t('Only this subject')}
        </Button>
        {who !== '' && (
          <Button kind="plain" onClick={() => onNarrow({ actor: who })}>
            {t('Only by {actor}', { actor: actor.name ?? who })}
          </Button>
        )}
      </div>
    </details>
  );
}
