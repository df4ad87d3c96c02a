import { useSummary, useUsage } from '../../api/queries.ts';
import { useLimits } from '../../api/team-queries.ts';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { PeriodFigures } from '../../components/period-figures.tsx';
import { formatCount } from '../../lib/format.ts';
import type { PageProps } from '../../state/page-props.ts';
import { LimitTable } from './limit-table.tsx';
import { callLimits, engineLimits, glossaryLimits, quotaLimits, speedLimits } from './limit-words.tsx';

/** Refused calls of the last day, enough to show which limits the team reaches. */
const lately = { range: { kind: 'last', days: 1 }, group: 'mode' } as const;

export function LimitsPage({ team }: PageProps) {
  const limits = useLimits(team.id);
  const summary = useSummary(team.id);
  const refused = useUsage(team.id, lately).data?.refused;
  const countOf = (code: string) => refused?.find((one) => one.code === code)?.calls ?? 0;
  const calls = (count: number) => (count === 0 ? 'No call' : formatCount(count, 'call'));
  const told = (code: string, status: number) =>
    refused && `${calls(countOf(code))} got ${status} ${code} in the last 24 hours.`;
  return (
    <>
      <div>
        <h1>Limits</h1>
        <p className="quiet">
          The current limits of {team.name}. Ask the operator of this service to raise them. Refused calls
          cost nothing.
        </p>
      </div>
      <PeriodFigures team={team.id} />
      <Failure error={limits.error} onRetry={() => void limits.refetch()} />
      {limits.isPending && <Loading what="the limits" size="page" />}
      {limits.data !== undefined && (
        <>
          <LimitTable
            name="Quota and credit"
            limits={quotaLimits(limits.data, summary.data)}
            told={told('quota_exceeded', 456)}
          />
          <LimitTable name="Rate limits" limits={speedLimits(limits.data)} told={told('rate_limited', 429)} />
          <LimitTable name="Size of a call" limits={callLimits(limits.data)} />
          <LimitTable name="Glossaries" limits={glossaryLimits(limits.data)} />
          <LimitTable name="Engines and cache" limits={engineLimits(limits.data)} />
        </>
      )}
    </>
  );
}
