import type { Usage } from '../../api/queries.ts';
import { DataTable } from '../../components/data-table.tsx';
import { refusalWords } from '../../components/refusal-words.ts';
import { Section } from '../../components/section.tsx';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';

/** Refused calls cost nothing and are not part of any other figure. */
export function Refused({ refused }: { refused: Usage['refused'] }) {
  return (
    <Section id="refused" title={t('Refused calls')}>
      <DataTable
        hasCards={false}
        empty={<p className="quiet">{t('No call was refused in this period.')}</p>}
        rows={refused}
        keyOf={({ code }) => code}
        columns={[
          { header: t('Reason'), cell: ({ code }) => refusalWords(code) },
          { header: t('Code'), className: 'mono', cell: ({ code }) => code },
          { header: t('Calls'), kind: 'number', cell: ({ calls }) => formatNumber(calls) },
        ]}
      />
    </Section>
  );
}
