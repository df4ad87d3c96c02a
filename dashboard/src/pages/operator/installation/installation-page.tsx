import { installationRefreshMs, useInstallation } from '../../../api/operator-queries.ts';
import { LiveContent } from '../../../components/live-content.tsx';
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
  return (
    <>
      <PageHead title={t('Installation')} />
      <LiveContent
        query={useInstallation()}
        loading={t('Loading the installation')}
        refreshMs={installationRefreshMs}
        findings={({ nodes }) => findingsOf(nodes)}
        description={describeInstallation}
      >
        {({ nodes, slowest_pairs }) => (
          <>
            <NodeTable nodes={nodes} />
            <EngineTable nodes={nodes} />
            <PairTable nodes={nodes} />
            <ModelTable nodes={nodes} />
            <SlowPairTable nodes={nodes} pairs={slowest_pairs} />
          </>
        )}
      </LiveContent>
    </>
  );
}
