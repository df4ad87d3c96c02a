import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { MoreButton, QueryContent } from '../../components/query-content.tsx';
import { formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { useUrlState } from '../../state/url-state.ts';
import '../../styles/requests.css';
import { RequestDetails } from './request-details.tsx';
import { RequestFields } from './request-fields.tsx';
import { isNarrowed, readFilter, writeFilter } from './request-filter.ts';
import { exportRequests, type LoggedRequest, useRequests } from './request-queries.ts';
import { RequestTable } from './request-table.tsx';

export function RequestsPage({ team }: PageProps) {
  const { shown: filter, change } = useUrlState(readFilter, team.id);
  const [isLive, setIsLive] = useState(true);
  const [opened, setOpened] = useState<LoggedRequest>();
  const { list, rows, live, searchedTo, daysKept } = useRequests(team.id, filter, isLive);
  const save = useMutation({ mutationFn: () => exportRequests(team.id, filter) });
  const loadMore = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  // After a while without calls the page stops asking, and says so.
  const isShownLive = isLive && !live.isStopped;
  const toggleLive = () => {
    setIsLive(!isShownLive);
    if (isLive && !isShownLive) live.restart();
  };
  const clear = () => change((next) => writeFilter(next, readFilter(new URLSearchParams())));
  return (
    <>
      <PageHead
        title={t('Requests')}
        intro={t('The last calls of {team}, newest first. None contains a text or a key.', {
          team: team.name,
        })}
        actions={
          <>
            <label className="row">
              <input type="checkbox" checked={isShownLive} onChange={toggleLive} />
              {tIn('new calls appear by themselves', 'Live')}
            </label>
            <ExportButton save={save} isEmpty={rows.length === 0} />
          </>
        }
      />
      <RequestFields
        team={team.id}
        filter={filter}
        onChange={(to) => change((next) => writeFilter(next, to))}
      />
      {daysKept === 0 && (
        <Notice kind="warn">{t('The operator of this server has turned off the request log.')}</Notice>
      )}
      <QueryContent query={list} loading={t('Loading the calls')} size="page" error={save.error}>
        {() =>
          rows.length > 0 ? (
            <RequestTable rows={rows} onOpen={setOpened} onEnd={loadMore} />
          ) : (
            <NoRequests isNarrowed={isNarrowed(filter)} onClear={clear} />
          )
        }
      </QueryContent>
      {searchedTo !== undefined && (
        <div className="row">
          <MoreButton query={list} label={t('Search further back')} />
          <span className="quiet small">
            {t('Searched back to {time}', { time: formatTime(searchedTo) })}
          </span>
        </div>
      )}
      {opened !== undefined && <RequestDetails row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function NoRequests({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState drawing="paper" action={<Button onClick={onClear}>{t('Show everything')}</Button>}>
      {t('No call matches.')}
    </EmptyState>
  ) : (
    <EmptyState
      drawing="paper"
      action={
        <Link className="button button-main" href="/keys">
          <Plus aria-hidden="true" />
          {t('Create a key')}
        </Link>
      }
    >
      {t('Calls appear here within a second, also those that are refused.')}
    </EmptyState>
  );
}
