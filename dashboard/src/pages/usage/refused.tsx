import type { Usage } from '../../api/queries.ts';
import { Section } from '../../components/section.tsx';
import { Table } from '../../components/table.tsx';
import { formatNumber } from '../../lib/format.ts';

/** Refused calls cost nothing and are not part of any other figure. */
export function Refused({ refused }: { refused: Usage['refused'] }) {
  return (
    <Section id="refused" title="Refused calls">
      <Table
        hasCards={false}
        empty={<p className="quiet">No call was refused in this time.</p>}
        rows={refused}
        keyOf={({ code }) => code}
        columns={[
          { header: 'Code', className: 'mono', cell: ({ code }) => code },
          { header: 'Calls', kind: 'number', cell: ({ calls }) => formatNumber(calls) },
        ]}
      />
    </Section>
  );
}
