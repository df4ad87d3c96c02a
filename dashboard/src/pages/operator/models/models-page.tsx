import { DataTable } from '../../../components/data-table.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageHead } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { t } from '../../../lib/messages.ts';
import { failureWords } from './failure-words.ts';
import { ModelList } from './model-list.tsx';
import { type ModelOffers, type Models, useModelOffers, useModels } from './model-queries.ts';
import { modelRows } from './model-rows.ts';
import { modelPairName } from './model-words.ts';
import { RequestList } from './request-list.tsx';

/** The Bergamot models of all nodes: what is installed, what would be better, and what is being changed. */
export function ModelsPage() {
  const models = useModels();
  const ended = models.data?.requests.filter(({ state }) => state !== 'open').length ?? 0;
  const offers = useModelOffers(ended);
  return (
    <>
      <PageHead title={t('Models')} />
      <QueryContent query={models} loading={t('Loading the models')} size="page" error={offers.error}>
        {(data) => <Content models={data} offers={offers.data} />}
      </QueryContent>
    </>
  );
}

function Content({ models, offers }: { models: Models; offers: ModelOffers | undefined }) {
  const { nodes, requests, changes } = models;
  if (nodes.length === 0)
    return (
      <Notice>
        {t(
          'No running node has a Bergamot engine. Add one to the configuration file, then restart the nodes.',
        )}
      </Notice>
    );
  const openPairs = new Set(requests.filter(({ state }) => state === 'open').map(({ pair }) => pair));
  return (
    <>
      {offers !== undefined && offers.failure !== null && (
        <Notice kind="warn">
          <p>{failureWords(offers.failure.reason)}</p>
          <p className="quiet small">{offers.failure.detail}</p>
        </Notice>
      )}
      <RequestList requests={requests} />
      <Section id="model-list" title={t('Language pairs')}>
        <ModelList rows={modelRows(nodes, offers)} openPairs={openPairs} />
      </Section>
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  );
}

function Changes({ changes }: Pick<Models, 'changes'>) {
  return (
    <Section id="model-changes" title={t('History')}>
      <DataTable
        labelledBy="model-changes"
        rows={changes}
        keyOf={({ id }) => id}
        columns={[
          { header: t('Time'), cell: ({ at }) => <RelativeTime time={at} /> },
          { header: t('What'), kind: 'name', cell: changeWords },
          { header: t('Who'), cell: ({ actor }) => actor },
        ]}
      />
    </Section>
  );
}

function changeWords({ action, pair, architecture }: Models['changes'][number]): string {
  const pairWords = modelPairName(pair);
  const name = architecture === null ? pairWords : `${pairWords} (${architecture})`;
  if (action === 'model.pull_requested') return t('Asked to install {name}', { name });
  return action === 'model.removal_requested'
    ? t('Asked to remove {name}', { name })
    : t('Cancelled {name}', { name });
}
