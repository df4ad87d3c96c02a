import { Button } from '../../../components/button.tsx';
import { Meter } from '../../../components/meter.tsx';
import { Failure } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { formatMegabytes, formatPercent } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { modelPairName } from '../../../lib/model-pair-name.ts';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import { failureWords } from './failure-words.ts';
import { type ModelRequest, type NodeProgress, useCancelRequest } from './model-queries.ts';
import { joinFacts } from './model-words.ts';

/** What is in progress, and the latest failures until somebody tries again. */
export function RequestList({ requests }: { requests: readonly ModelRequest[] }) {
  const latest = new Map(requests.toReversed().map((request) => [request.pair, request]));
  const shown = requests.filter((request) => isShown(request) && latest.get(request.pair) === request);
  const cancel = useCancelRequest();
  const mayChange = useOperatorMay()('change models');
  if (shown.length === 0) return null;
  return (
    <Section id="model-requests" title={t('In progress')}>
      <Failure error={cancel.error} />
      {/* Not the list itself: a download would be read out with every megabyte. */}
      <p className="visually-hidden" role="status">
        {shown.map(spokenState).join(' ')}
      </p>
      <ul className="model-requests">
        {shown.map((request) => (
          <li key={request.id} className="stack">
            <div className="row row-spread">
              <div>
                <strong>{requestTitle(request)}</strong>
                <div className="quiet small">
                  {request.requested_by} · <RelativeTime time={request.requested_at} />
                </div>
              </div>
              {request.state === 'open' && mayChange && (
                <Button
                  aria-label={t('Cancel {pair}', { pair: modelPairName(request.pair) })}
                  disabled={cancel.isPending}
                  onClick={() => cancel.mutate(request.id)}
                >
                  {t('Cancel')}
                </Button>
              )}
            </div>
            {request.nodes.length === 0 && <p className="quiet">{waitingWords(request)}</p>}
            {request.nodes.map((node) => (
              <NodeLine key={node.node_id} node={node} />
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What screen readers tell when it changes. */
function spokenState(request: ModelRequest): string {
  const states = request.nodes.map((node) =>
    t('{node}: {state}.', { node: node.host, state: stateWord(node) }),
  );
  return [requestTitle(request), ...states].join(' ');
}

/** Nodes delete a model only when no call can use it any more. */
function waitingWords({ action }: ModelRequest): string {
  return action === 'remove'
    ? t('New calls no longer use the model. It is deleted when those that run have ended.')
    : t('Waiting for the nodes.');
}

function isShown({ state }: ModelRequest): boolean {
  return state === 'open' || state === 'failed';
}

function requestTitle({ action, pair, architecture }: ModelRequest): string {
  const name = modelPairName(pair);
  if (action === 'remove') return t('Remove {name}', { name });
  return architecture === null
    ? t('Install {name}', { name })
    : t('Install {name} ({kind})', { name, kind: architecture });
}

function NodeLine({ node }: { node: NodeProgress }) {
  const { host, state, bytes, total_bytes, file, failure } = node;
  return (
    <div className="model-node">
      <div className="row">
        <span>{host}</span>
        <span className={tagClass[state]}>{stateWord(node)}</span>
        {state === 'working' && bytes !== null && (
          <span className="quiet small">{joinFacts([file ?? '', formatMegabytes(bytes)])}</span>
        )}
      </div>
      {state === 'working' && bytes !== null && total_bytes !== null && (
        <Meter
          part={bytes}
          whole={total_bytes}
          isLimit={false}
          label={(percent) =>
            t('{percent} of {file} downloaded', { percent: formatPercent(percent), file: file ?? '' })
          }
        />
      )}
      {failure !== null && state !== 'done' && (
        <p className="small">
          {failureWords(failure.reason)} <bdi className="quiet">{failure.detail}</bdi>
        </p>
      )}
    </div>
  );
}

const tagClass = { waiting: 'tag', working: 'tag', done: 'tag tag-good', failed: 'tag tag-bad' } as const;

function stateWord({ state, failure }: NodeProgress): string {
  if (state === 'waiting') return failure === null ? t('Waiting') : t('Trying again soon');
  if (state === 'working') return t('Working');
  return state === 'done' ? tIn('model', 'Done') : t('Failed');
}
