import { Download, Languages } from 'lucide-react';
import { useMemo } from 'react';
import type { Usage } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { AskTeamLink } from '../../components/ask-team-link.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { exportUsage } from './csv.ts';
import { type Measure, sumByGroup, toSeries } from './series.ts';
import { seriesMark, UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { chartLabel, totalText } from './usage-texts.ts';

interface UsageReportProps {
  readonly team: string;
  readonly usage: Usage;
  readonly measure: Measure;
  readonly nameOf: (group: string) => string;
  /** Whether the user may make a call on the playground. */
  readonly mayCall: boolean;
}

/** Chart and table of one response. */
export function UsageReport({ team, usage, measure, nameOf, mayCall }: UsageReportProps) {
  const { rows, group, by, total } = usage;
  const save = useChange(() => exportUsage(team, usage, nameOf), [], { isFailureTold: true });
  const [groups, series] = useMemo(() => {
    performance.mark(seriesMark);
    const totals = sumByGroup(usage.rows);
    return [totals, toSeries(usage, totals, measure, nameOf)];
  }, [usage, measure, nameOf]);
  if (rows.length === 0) {
    return (
      <EmptyState
        drawing="bridge"
        action={
          mayCall ? (
            <Link className="button button-main" href="/playground">
              <Languages aria-hidden="true" />
              {t('Try a call')}
            </Link>
          ) : (
            <AskTeamLink />
          )
        }
      >
        {t('Usage appears here with the first call in this period.')}
      </EmptyState>
    );
  }
  return (
    <>
      <UsageChart series={series} label={chartLabel(measure, by, group)} by={by} />
      <div className="row between">
        <h2 data-testid="usage-total">{totalText(measure, total[measure])}</h2>
        <Button icon={Download} disabled={save.isPending} onClick={() => save.mutate(undefined)}>
          {t('Export CSV')}
        </Button>
      </div>
      <UsageTable totals={groups} group={group} nameOf={nameOf} />
    </>
  );
}
