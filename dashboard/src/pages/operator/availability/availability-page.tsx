import { installationRefreshMs, useAvailability } from '../../../api/operator-queries.ts';
import { LiveContent } from '../../../components/live-content.tsx';
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
  return (
    <>
      <PageHead
        title={t('Availability')}
        intro={t('Which processes are running, whether Postgres and Redis respond, and what is waiting.')}
      />
      <LiveContent
        query={useAvailability()}
        loading={t('Loading the availability')}
        refreshMs={installationRefreshMs}
        findings={(data) => findingsOf(data, Date.now())}
        description={describeAvailability}
      >
        {({ processes, housekeeping, postgres, redis, documents }) => (
          <>
            <ProcessTable processes={processes} />
            <PostgresPart postgres={postgres} />
            <RedisPart redis={redis} />
            <WaitingPart documents={documents} processes={processes} />
            <HousekeepingTable tasks={housekeeping} />
          </>
        )}
      </LiveContent>
    </>
  );
}
