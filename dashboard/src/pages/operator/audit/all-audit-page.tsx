import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { readAllAudit, useAllAudit } from '../../../api/operator-queries.ts';
import { mostInFile, readAllEntries, toAllAuditCsv } from '../../../components/audit/audit-csv.ts';
import { AuditFields } from '../../../components/audit/audit-fields.tsx';
import { AuditTable } from '../../../components/audit/audit-table.tsx';
import { kindChoices } from '../../../components/audit/kind-words.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageHead } from '../../../components/page.tsx';
import { MoreButton, QueryContent } from '../../../components/query-content.tsx';
import { ZoneNote } from '../../../components/zone-note.tsx';
import { download } from '../../../lib/csv.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { replaceSearch, useSearch } from '../../../state/navigation.tsx';
import { type AllAuditFilter, isNarrowed, questionOf, readFilter, writeFilter } from './all-audit-filter.ts';
import { AuditSummary } from './audit-summary.tsx';
import { type AuditEvent, mergeCopies } from './merge-copies.ts';
import { TeamsOfEvent } from './teams-of-event.tsx';

/** Who changed what in the whole installation. The filter is in the URL, so that a shared link shows the same entries. */
export function AllAuditPage() {
  const { filter, change } = useFilter();
  const ask = () => questionOf(filter, Date.now());
  const audit = useAllAudit(JSON.stringify(filter), ask);
  const save = useMutation({
    mutationFn: async () => {
      const question = ask();
      const found = await readAllEntries((cursor, limit) => readAllAudit(question, cursor, limit));
      download('audit-logs.csv', toAllAuditCsv(found.entries));
      return found.hasMore;
    },
  });
  const events = useMemo(
    () => mergeCopies(audit.data?.pages.flatMap((part) => part.entries) ?? []),
    [audit.data],
  );
  const clear = () => change({ ...filter, kind: '', actor: '', team: '', subject: '' });
  return (
    <>
      <PageHead
        title={t('All audit logs')}
        intro={t(
          'Who changed what in the whole installation, newest first: the audit logs of all teams, and what operators did with users and models.',
        )}
        actions={
          <Button
            icon={Download}
            disabled={save.isPending || events.length === 0}
            onClick={() => save.mutate()}
          >
            {save.isPending ? t('Exporting') : t('Export CSV')}
          </Button>
        }
      />
      <AuditSummary
        chosen={filter.kind}
        onChoose={(kind) => change({ ...filter, kind, range: { kind: 'last', days: 30 } })}
      />
      <AuditFields
        range={filter.range}
        onRange={(range) => change({ ...filter, range })}
        what={{
          choices: kindChoices(),
          value: filter.kind,
          onChange: (kind) => change({ ...filter, kind }),
        }}
        fields={[
          { name: 'actor', label: t('Who'), placeholder: t('name or id') },
          { name: 'team', label: t('Team'), placeholder: t('name or id') },
          { name: 'subject', label: t('Subject'), placeholder: t('an id') },
        ]}
        texts={{ actor: filter.actor, team: filter.team, subject: filter.subject }}
        onTexts={(texts) => change({ ...filter, ...texts })}
      />
      <ZoneNote by="day" />
      {save.data === true && (
        <Notice kind="warn">
          {t('The file has the newest {mostInFile} entries. Choose a shorter period for the others.', {
            mostInFile: formatNumber(mostInFile),
          })}
        </Notice>
      )}
      <QueryContent query={audit} loading={t('Loading the audit log')} size="page" error={save.error}>
        {() =>
          events.length > 0 ? (
            <AuditTable
              entries={events}
              onNarrow={(to) => change({ ...filter, ...to })}
              extraColumn={{
                header: t('Team'),
                className: 'team wrap',
                cell: (event: AuditEvent) => <TeamsOfEvent event={event} />,
              }}
            />
          ) : (
            <EmptyState
              drawing="paper"
              action={isNarrowed(filter) && <Button onClick={clear}>{t('Show everything')}</Button>}
            >
              {t('No entry in this period matches.')}
            </EmptyState>
          )
        }
      </QueryContent>
      <MoreButton query={audit} label={t('Older')} />
    </>
  );
}

function useFilter() {
  const search = useSearch();
  return {
    filter: useMemo(() => readFilter(search), [search]),
    change(filter: AllAuditFilter) {
      const next = new URLSearchParams(search);
      writeFilter(next, filter);
      replaceSearch(next);
    },
  };
}
