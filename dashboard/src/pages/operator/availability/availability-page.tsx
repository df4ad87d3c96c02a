import { type Availability, installationRefreshMs, useAvailability } from '../../../api/operator-queries.ts';
import { LiveState } from '../../../components/live-state.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Failure } from '../../../components/notice.tsx';
import { PageHead } from '../../../components/page.tsx';
import { t } from '../../../lib/messages.ts';
import { describeAvailability, findingsOf } from './findings.ts';
import { HousekeepingTable } from './housekeeping-table.tsx';
import { PostgresPart } from './postgres-part.tsx';
import { ProcessTable } from './process-table.tsx';
import { RedisPart } from './redis-part.tsx';
import { WaitingPart } from './waiting-part.tsx';

/** What the installation consists of and needs. A part that does not answer says so; the others are shown. */
export function AvailabilityPage() {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useAvailability();
  return (
    <>
      <PageHead
        title={t('Availability')}
        intro={t('Which processes are running, whether Postgres and Redis respond, and what is waiting.')}
      />
      {data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label={t('Loading the availability')} size="page" />}
      {data !== undefined && (
        <>
          <LiveState
            findings={findingsOf(data, Date.now())}
            description={describeAvailability(data)}
            refreshMs={installationRefreshMs}
            answeredAt={dataUpdatedAt}
            isAsking={isFetching}
            error={error}
            onRefresh={() => void refetch()}
          />
          <Parts availability={data} isOld={error !== null} />
        </>
      )}
    </>
  );
}

function Parts({ availability, isOld }: { availability: Availability; isOld: boolean }) {
  const { processes, housekeeping, postgres, redis, documents } = availability;
  return (
    <div className={isOld ? 'tables tables-old' : 'tables'}>
      <ProcessTable processes={processes} />
      <PostgresPart postgres={postgres} />
      <RedisPart redis={redis} />
      <WaitingPart documents={documents} processes={processes} />
      <HousekeepingTable tasks={housekeeping} />
    </div>
  );
}
