import type { UsageView } from '../../api/queries.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import type { GroupTotal } from './series.ts';
import { groupTexts } from './usage-texts.ts';

interface UsageTableProps {
  readonly totals: readonly GroupTotal[];
  readonly group: UsageView;
  readonly nameOf: (group: string) => string;
}

/** The figures of the chart by group. */
export function UsageTable({ totals, group, nameOf }: UsageTableProps) {
  return (
    <DataTable
      hasCards={false}
      label={groupTexts()[group].table}
      rows={totals.toSorted((a, b) => b.characters - a.characters)}
      keyOf={(total) => total.group}
      columns={[
        { header: groupTexts()[group].header, kind: 'name', cell: (total) => nameOf(total.group) },
        { header: t('Characters'), kind: 'number', cell: ({ characters }) => formatNumber(characters) },
        { header: t('Calls'), kind: 'number', cell: ({ calls }) => formatNumber(calls) },
        { header: t('Texts'), kind: 'number', cell: ({ texts }) => formatNumber(texts) },
      ]}
    />
  );
}
