import { useMemo } from 'react';
import { readAllAudit, useAllAudit } from '../../../api/operator-queries.ts';
import { readAllEntries, toAllAuditCsv } from '../../../components/audit/audit-csv.ts';
import { allLogs } from '../../../components/audit/audit-filter.ts';
import { AuditLog, useAuditView } from '../../../components/audit/audit-log.tsx';
import { download } from '../../../lib/csv.ts';
import { t } from '../../../lib/messages.ts';
import { AuditSummary } from './audit-summary.tsx';
import { mergeCopies } from './merge-copies.ts';
import { TeamsOfEvent } from './teams-of-event.tsx';

/** Who changed what in the whole installation. */
export function AllAuditPage() {
  const view = useAuditView(allLogs);
  const audit = useAllAudit(view.name, view.ask);
  const save = async () => {
    const question = view.ask();
    const found = await readAllEntries((cursor, limit) => readAllAudit(question, cursor, limit));
    download('audit-logs.csv', toAllAuditCsv(found.entries));
    return found.hasMore;
  };
  const events = useMemo(
    () => mergeCopies(audit.data?.pages.flatMap((part) => part.entries) ?? []),
    [audit.data],
  );
  return (
    <AuditLog
      title={t('All audit logs')}
      intro={t(
        'Who changed what in the whole installation, newest first: the audit logs of all teams, and what operators did with users and models.',
      )}
      view={view}
      query={audit}
      entries={events}
      extraColumn={{
        header: t('Team'),
        className: 'team wrap',
        cell: (event) => <TeamsOfEvent event={event} />,
      }}
      onExport={save}
    >
      <AuditSummary
        chosen={view.filter.what}
        onChoose={(what) => view.change({ what, range: { kind: 'last', days: 30 } })}
      />
    </AuditLog>
  );
}
