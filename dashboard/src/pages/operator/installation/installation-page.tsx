import { type Installation, installationRefreshMs, useInstallation } from '../../../api/operator-queries.ts';
import { LiveState } from '../../../components/live-state.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Failure } from '../../../components/notice.tsx';
import { PageHead } from '../../../components/page.tsx';
import { t } from '../../../lib/messages.ts';
import { describeInstallation } from './describe-installation.ts';
import { EngineTable } from './engine-table.tsx';
import { findingsOf } from './findings.ts';
import { ModelTable } from './model-table.tsx';
import { NodeTable } from './node-table.tsx';
import { PairTable } from './pair-table.tsx';
import { SlowPairTable } from './slow-pair-table.tsx';

/** Live view of the nodes' reports. Only figures change, in place; stale data is marked and stays visible. */
export function InstallationPage() {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useInstallation();
  return (
    <>
      <PageHead title={t('Installation')} />
      {data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label={t('Loading the installation')} size="page" />}
      {data !== undefined && (
        <>
          <LiveState
            findings={findingsOf(data.nodes)}
            description={describeInstallation(data)}
            refreshMs={installationRefreshMs}
            answeredAt={dataUpdatedAt}
            isAsking={isFetching}
            error={error}
            onRefresh={() => void refetch()}
          />
          <Tables installation={data} isOld={error !== null} />
        </>
      )}
    </>
  );
}

function Tables({
  installation: { nodes, slowest_pairs },
  isOld,
}: {
  installation: Installation;
  isOld: boolean;
}) {
  return (
    <div className={isOld ? 'tables tables-old' : 'tables'}>
      <NodeTable nodes={nodes} />
      <EngineTable nodes={nodes} />
      <PairTable nodes={nodes} />
      <ModelTable nodes={nodes} />
      <SlowPairTable nodes={nodes} pairs={slowest_pairs} />
    </div>
  );
}
