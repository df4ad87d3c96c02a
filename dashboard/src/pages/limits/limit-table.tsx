import { type ReactNode, useId } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { t } from '../../lib/messages.ts';

export interface Limit {
  readonly name: string;
  readonly value: string;
  /** The effect of reaching the limit, and what to do then. */
  readonly words: ReactNode;
}

interface LimitTableProps {
  readonly name: string;
  readonly limits: readonly Limit[];
  /** How often the limit was recently reached. */
  readonly told?: string | undefined;
}

export function LimitTable({ name, limits, told }: LimitTableProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>{name}</h2>
        {told !== undefined && <span className="quiet small">{told}</span>}
      </div>
      <DataTable
        className="table-limits"
        labelledBy={id}
        isHeadHidden
        rows={limits}
        keyOf={(limit) => limit.name}
        columns={[
          { header: t('Limit'), kind: 'name', cell: (limit) => limit.name },
          { header: t('Value'), kind: 'text', className: 'value wrap', cell: ({ value }) => value },
          {
            header: t('When it is reached'),
            kind: 'text',
            className: 'words quiet',
            cell: ({ words }) => words,
          },
        ]}
      />
    </section>
  );
}
