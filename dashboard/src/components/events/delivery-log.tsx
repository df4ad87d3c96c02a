import { useState } from 'react';
import { formatList, formatMilliseconds, formatTime } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { DataTable } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { MoreButton, QueryContent } from '../query-content.tsx';
import { RelativeTime } from '../relative-time.tsx';
import { actionsColumn } from '../row-actions.tsx';
import { Section } from '../section.tsx';
import { Select } from '../select.tsx';
import {
  type Delivery,
  type DeliveryState,
  type Destination,
  type Owner,
  useDeliveries,
  useReplay,
} from './event-queries.ts';
import { deliveryStates, eventName, failureWords } from './event-words.ts';

interface DeliveryLogProps {
  readonly owner: Owner;
  readonly destination: Destination;
}

/** What was sent to a destination, with every attempt. */
export function DeliveryLog({ owner, destination: { id, is_enabled } }: DeliveryLogProps) {
  const [state, setState] = useState<DeliveryState | ''>('');
  const deliveries = useDeliveries(owner, id, state);
  const replay = useReplay(owner, id);
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Section id="deliveries" title={t('Deliveries')}>
      <div className="row row-fields">
        <Select label={t('State')} choices={stateChoices()} value={state} onChange={setState} />
      </div>
      <QueryContent query={deliveries} loading={t('Loading the deliveries')}>
        {() => (
          <DataTable
            labelledBy="deliveries"
            empty={
              <EmptyState drawing="paper">
                {t(
                  'What is sent appears here, with the answer of the receiver. Send a test event to see one.',
                )}
              </EmptyState>
            }
            rows={rows}
            keyOf={(delivery) => delivery.id}
            columns={[
              { header: t('Event'), kind: 'name', className: 'wrap', cell: ({ type }) => eventName(type) },
              { header: t('When'), cell: ({ at }) => <RelativeTime time={at} /> },
              { header: t('State'), cell: (delivery) => <DeliveryTag delivery={delivery} /> },
              {
                header: t('Attempts'),
                kind: 'text',
                className: 'wrap',
                cell: (delivery) => <Attempts delivery={delivery} />,
              },
              actionsColumn((delivery: Delivery) => [
                delivery.state !== 'waiting' && {
                  words: t('Send again'),
                  label: t('Send again: {event}, {time}', {
                    event: eventName(delivery.type),
                    time: formatTime(delivery.at),
                  }),
                  disabled: !is_enabled || replay.isPending,
                  onClick: () => replay.mutate(delivery),
                },
              ]),
            ]}
          />
        )}
      </QueryContent>
      <MoreButton query={deliveries} />
    </Section>
  );
}

function stateChoices() {
  const states = deliveryStates();
  return [
    { value: '', label: t('All') },
    ...(['waiting', 'delivered', 'failed'] as const).map((value) => ({ value, label: states[value].words })),
  ] as const;
}

function DeliveryTag({ delivery: { state, next_attempt_at } }: { delivery: Delivery }) {
  const { words, tag } = deliveryStates()[state];
  return (
    <>
      <span className={tag}>{words}</span>{' '}
      {next_attempt_at !== null && (
        <span className="quiet small">
          <RelativeTime time={next_attempt_at} />
        </span>
      )}
    </>
  );
}

function Attempts({ delivery: { log, attempts } }: { delivery: Delivery }) {
  const last = log.at(-1);
  if (last === undefined) return <span className="quiet">{t('none')}</span>;
  if (log.length === 1) return <span className="quiet small">{attemptWords(last)}</span>;
  return (
    <details className="more">
      <summary>{t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}</summary>
      <ol className="plain-list">
        {log.map((attempt) => (
          <li key={attempt.at} className="quiet small">
            {formatTime(attempt.at)} · {attemptWords(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function attemptWords({ status, reason, ms }: Delivery['log'][number]): string {
  return formatList([
    ...(reason === null ? [] : [failureWords(reason)]),
    ...(status === null ? [] : [t('status {status}', { status: String(status) })]),
    formatMilliseconds(ms),
  ]);
}
