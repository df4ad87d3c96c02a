import { ArrowUp } from 'lucide-react';
import type { TeamSettings } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { engineStates } from '../../../components/engine-state-words.ts';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';

type KnownEngine = TeamSettings['known_engines'][number];

interface EngineOrderProps {
  readonly known: readonly KnownEngine[];
  /** In order of preference. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The engines of a team in its order, then those that it may not use. */
export function EngineOrder({ known, chosen, onChange }: EngineOrderProps) {
  const others = known.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <DataTable
      className="table-steady"
      label={t('Engines of the team, in order of preference')}
      rows={[...chosen, ...others]}
      keyOf={(id) => id}
      columns={[
        {
          header: t('Engine'),
          kind: 'name',
          cell: (id) => (
            <label className="row">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              {id}
            </label>
          ),
        },
        {
          header: t('Preference'),
          kind: 'number',
          cell: (id) => (chosen.includes(id) ? formatNumber(chosen.indexOf(id) + 1) : '–'),
        },
        { header: t('State'), cell: (id) => <EngineState engine={known.find((one) => one.id === id)} /> },
        {
          header: t('Actions'),
          kind: 'actions',
          cell: (id) => (
            <Button
              kind="plain"
              icon={ArrowUp}
              aria-label={t('Prefer more: {engine}', { engine: id })}
              disabled={chosen.indexOf(id) < 1}
              onClick={() => onChange(movedUp(chosen, id))}
            >
              {t('Prefer more')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function EngineState({ engine }: { engine: KnownEngine | undefined }) {
  if (engine === undefined) return <span className="state warn">{t('Not configured on any node')}</span>;
  const { words, tone } = engineStates()[engine.state];
  return <span className={`state ${tone}`}>{words}</span>;
}

/** Swaps places with the engine before it. */
export function movedUp(order: readonly string[], id: string): readonly string[] {
  const place = order.indexOf(id);
  const before = order[place - 1];
  if (before === undefined) return order;
  return order.map((one, i) => (i === place - 1 ? id : i === place ? before : one));
}
