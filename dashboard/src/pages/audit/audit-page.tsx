import { readAudit, useAudit } from '../../api/team-queries.ts';
import { readAllEntries, toAuditCsv } from '../../components/audit/audit-csv.ts';
import { teamLog } from '../../components/audit/audit-filter.ts';
import { AuditLog, useAuditView } from '../../components/audit/audit-log.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { download } from '../../lib/csv.ts';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';

export function AuditPage({ team }: PageProps) {
  const view = useAuditView(teamLog, team.id);
  const audit = useAudit(team.id, view.name, view.ask);
  const save = async () => {
    const exported = { ...view.ask(), export: 'csv' } as const;
    const found = await readAllEntries((cursor, limit) => readAudit(team.id, exported, cursor, limit));
    download('audit-log.csv', toAuditCsv(found.entries));
    return found.hasMore;
  };
  const showYear = () => view.change({ range: { kind: 'last', days: 365 } });
  return (
    <AuditLog
      title={t('Audit log')}
      intro={t(
        'Who changed what in {team}, newest first. Entries cannot be changed or removed, and none contains a key or a text.',
        { team: team.name },
      )}
      view={view}
      query={audit}
      entries={audit.data?.pages.flatMap((part) => part.entries) ?? []}
      onExport={save}
      empty={
        <EmptyState
          drawing="paper"
          action={<Button onClick={showYear}>{t('Show the last 12 months')}</Button>}
        >
          {t(
            'Changes of keys, people, glossaries, limits and credit appear here, and who signed in. There were none in this period: choose a longer one.',
          )}
        </EmptyState>
      }
    />
  );
}
