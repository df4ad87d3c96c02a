import { Download } from 'lucide-react';
import { useMemo } from 'react';
import type { Usage } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { downloadCsv } from './csv.ts';
import { type Measure, sumByGroup, toSeries } from './series.ts';
import { seriesMark, UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { chartLabel, totalText } from './usage-texts.ts';

interface UsageReportProps {
  readonly usage: Usage;
  readonly measure: Measure;
  readonly nameOf: (group: string) => string;
}

/** Chart and table of one response. */
export function UsageReport({ usage, measure, nameOf }: UsageReportProps) {
  const { rows, group, by, total } = usage;
  const [groups, series] = useMemo(() => {
    performance.mark(seriesMark);
    const totals = sumByGroup(usage.rows);
    return [totals, toSeries(usage, totals, measure, nameOf)];
  }, [usage, measure, nameOf]);
  if (rows.length === 0) {
    return (
      <EmptyState drawing="bridge">
        <Message
          text="Usage appears here with the first call in this time. <link>Try one</link> on the playground."
          values={{ link: (content) => <Link href="/playground">{content}</Link> }}
        />
      </EmptyState>
    );
  }
  return (
    <>
      <UsageChart series={series} label={chartLabel(measure, by, group)} by={by} />
      <div className="row between">
        <h2 data-testid="usage-total">{totalText(measure, total[measure])}</h2>
        <Button icon={Download} onClick={() => downloadCsv(rows, group, nameOf)}>
          {t('Export CSV')}
        </Button>
      </div>
      <UsageTable totals={groups} group={group} nameOf={nameOf} />
    </>
  );
}
