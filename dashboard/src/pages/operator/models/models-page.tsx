import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { describeEntry } from '../../../components/entry-words.ts';
import { Notice } from '../../../components/notice.tsx';
import { OperatorRoleNote } from '../../../components/operator-role-note.tsx';
import { PageHead } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { t, tIn } from '../../../lib/messages.ts';
import { failureWords } from './failure-words.ts';
import { ModelList } from './model-list.tsx';
import { type ModelOffers, type Models, useModelOffers, useModels } from './model-queries.ts';
import { modelRows } from './model-rows.ts';
import { RequestList } from './request-list.tsx';

/** The Bergamot models of all nodes: what is installed, what would be better, and what is being changed. */
export function ModelsPage() {
  const models = useModels();
  const ended = models.data?.requests.filter(({ state }) => state !== 'open').length ?? 0;
  const offers = useModelOffers(ended);
  return (
    <>
      <PageHead
        title={t('Models')}
        intro={t(
          'Neural models that run on your own nodes, one for each language pair. Changes need no restart.',
        )}
      />
      <OperatorRoleNote />
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
      <EmptyState
        drawing="bridge"
        action={
          <pre className="code">
            <code>{'engines:\n  bergamot: { models: /var/lib/dragoman/models }'}</code>
          </pre>
        }
      >
        {t(
          'No running node has a Bergamot engine. Add one to the configuration file, then restart the nodes.',
        )}
      </EmptyState>
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
          {
            header: t('What'),
            kind: 'name',
            cell: ({ action, pair, architecture }) =>
              describeEntry({ action, subject: { id: pair }, details: { architecture } }),
          },
          { header: t('Who'), className: 'wrap', cell: ({ actor }) => actor },
          { header: tIn('moment', 'Time'), cell: ({ at }) => <RelativeTime time={at} /> },
        ]}
      />
    </Section>
  );
}
