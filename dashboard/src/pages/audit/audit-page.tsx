import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { readAudit, useAudit } from '../../api/team-queries.ts';
import { mostInFile, readAllEntries, toAuditCsv } from '../../components/audit/audit-csv.ts';
import { AuditFields } from '../../components/audit/audit-fields.tsx';
import { AuditTable } from '../../components/audit/audit-table.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { actionChoices } from '../../components/entry-words.ts';
import { Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { MoreButton, QueryContent } from '../../components/query-content.tsx';
import { ZoneNote } from '../../components/zone-note.tsx';
import { download } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { replaceSearch, useSearch } from '../../state/navigation.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { type AuditFilter, isNarrowed, questionOf, readFilter, writeFilter } from './audit-filter.ts';

export function AuditPage({ team }: PageProps) {
  const { filter, change } = useFilter(team.id);
  const ask = () => questionOf(filter, Date.now());
  const audit = useAudit(team.id, JSON.stringify(filter), ask);
  const save = useMutation({
    mutationFn: async () => {
      const question = ask();
      const exported = { ...question, export: 'csv' } as const;
      const found = await readAllEntries((cursor, limit) => readAudit(team.id, exported, cursor, limit));
      download('audit-log.csv', toAuditCsv(found.entries));
      return found.hasMore;
    },
  });
  const entries = audit.data?.pages.flatMap((part) => part.entries) ?? [];
  const showYear = () => change({ ...filter, range: { kind: 'last', days: 365 } });
  const clear = () => change({ ...filter, actor: '', action: '', subject: '' });
  return (
    <>
      <PageHead
        title={t('Audit log')}
        intro={t(
          'Who changed what in {team}, newest first. Entries cannot be changed or removed, and none contains a key or a text.',
          { team: team.name },
        )}
        actions={
          <Button
            icon={Download}
            disabled={save.isPending || entries.length === 0}
            onClick={() => save.mutate()}
          >
            {save.isPending ? t('Exporting') : t('Export CSV')}
          </Button>
        }
      />
      <AuditFields
        range={filter.range}
        onRange={(range) => change({ ...filter, range })}
        what={{
          choices: actionChoices(),
          value: filter.action,
          onChange: (action) => change({ ...filter, action }),
        }}
        fields={[
          { name: 'actor', label: t('Who'), placeholder: t('name or id') },
          { name: 'subject', label: t('Subject'), placeholder: t('an id') },
        ]}
        texts={{ actor: filter.actor, subject: filter.subject }}
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
          entries.length > 0 ? (
            <AuditTable entries={entries} onNarrow={(to) => change({ ...filter, ...to })} />
          ) : (
            <NoEntries isNarrowed={isNarrowed(filter)} onClear={clear} onLonger={showYear} />
          )
        }
      </QueryContent>
      <MoreButton query={audit} label={t('Older')} />
    </>
  );
}

interface NoEntriesProps {
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly onLonger: () => void;
}

function NoEntries({ isNarrowed, onClear, onLonger }: NoEntriesProps) {
  return isNarrowed ? (
    <EmptyState drawing="paper" action={<Button onClick={onClear}>{t('Show everything')}</Button>}>
      {t('No entry in this period matches.')}
    </EmptyState>
  ) : (
    <EmptyState drawing="paper" action={<Button onClick={onLonger}>{t('Show the last 12 months')}</Button>}>
      {t(
        'Changes of keys, people, glossaries, limits and credit appear here, and who signed in. There were none in this period: choose a longer one.',
      )}
    </EmptyState>
  );
}

/** Filter and team are in the URL, so that a shared link shows the same entries. */
function useFilter(team: string) {
  const search = useSearch();
  return {
    filter: useMemo(() => readFilter(search), [search]),
    change(filter: AuditFilter) {
      const next = new URLSearchParams(search);
      writeFilter(next, filter);
      next.set('team', team);
      replaceSearch(next);
    },
  };
}
