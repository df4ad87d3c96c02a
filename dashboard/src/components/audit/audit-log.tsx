/** A page with an audit log: filter, entries and export. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { AuditEntry } from '../../api/team-queries.ts';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { useUrlState } from '../../state/url-state.ts';
import { Button } from '../button.tsx';
import type { Column } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ExportButton } from '../export-button.tsx';
import { Notice } from '../notice.tsx';
import { PageHead } from '../page.tsx';
import { MoreButton, type PagedQuery, QueryContent } from '../query-content.tsx';
import { ZoneNote } from '../zone-note.tsx';
import { mostInFile } from './audit-csv.ts';
import { AuditFields } from './audit-fields.tsx';
import {
  type AuditFilter,
  type AuditScope,
  isNarrowed,
  questionOf,
  readFilter,
  widened,
  writeFilter,
} from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';

export type AuditView = ReturnType<typeof useAuditView>;

/** The filter is in the URL, and the team with it if the log is of one team. */
export function useAuditView(scope: AuditScope, team?: string) {
  const read = useMemo(() => (search: URLSearchParams) => readFilter(search, scope), [scope]);
  const { shown: filter, change } = useUrlState(read, team);
  return {
    scope,
    filter,
    /** Identifies the question in the key of its query. */
    name: JSON.stringify(filter),
    ask: () => questionOf(filter, scope, Date.now()),
    change: (to: Partial<AuditFilter>) => change((next) => writeFilter(next, { ...filter, ...to }, scope)),
  };
}

interface AuditLogProps<Entry extends AuditEntry> {
  readonly title: string;
  readonly intro: string;
  readonly view: AuditView;
  readonly query: PagedQuery<unknown>;
  readonly entries: readonly Entry[];
  readonly extraColumn?: Column<Entry>;
  /** Saves every entry that matches; returns whether there are more than a file holds. */
  readonly onExport: () => Promise<boolean>;
  /** In place of the entries of a time without any. */
  readonly empty?: ReactNode;
  /** Above the filter. */
  readonly children?: ReactNode;
}

export function AuditLog<Entry extends AuditEntry>(props: AuditLogProps<Entry>) {
  const { title, intro, view, query, entries, extraColumn, onExport, empty, children } = props;
  const { scope, filter, change } = view;
  const save = useMutation({ mutationFn: onExport });
  const noMatch = (
    <EmptyState
      drawing="paper"
      action={
        isNarrowed(filter) && <Button onClick={() => change(widened(filter))}>{t('Show everything')}</Button>
      }
    >
      {t('No entry in this period matches.')}
    </EmptyState>
  );
  return (
    <>
      <PageHead
        title={title}
        intro={intro}
        actions={<ExportButton save={save} isEmpty={entries.length === 0} />}
      />
      {children}
      <AuditFields scope={scope} filter={filter} onChange={change} />
      <ZoneNote by="day" />
      {save.data === true && (
        <Notice kind="warn">
          {t('The file has the newest {mostInFile} entries. Choose a shorter period for the others.', {
            mostInFile: formatNumber(mostInFile),
          })}
        </Notice>
      )}
      <QueryContent query={query} loading={t('Loading the audit log')} size="page" error={save.error}>
        {() =>
          entries.length > 0 ? (
            <AuditTable
              entries={entries}
              onNarrow={(to) => change({ texts: { ...filter.texts, ...to } })}
              {...(extraColumn && { extraColumn })}
            />
          ) : isNarrowed(filter) ? (
            noMatch
          ) : (
            (empty ?? noMatch)
          )
        }
      </QueryContent>
      <MoreButton query={query} label={t('Older')} />
    </>
  );
}
