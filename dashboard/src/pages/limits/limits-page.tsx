import { useSummary, useUsage } from '../../api/queries.ts';
import { useLimits } from '../../api/team-queries.ts';
import { PeriodFigures } from '../../components/period-figures.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { plural } from '../../lib/format.ts';
import type { PageProps } from '../../state/page-props.ts';
import { LimitTable } from './limit-table.tsx';
import { callLimits, engineLimits, glossaryLimits, quotaLimits, speedLimits } from './limit-words.tsx';

/** Refused calls of the last day, enough to show which limits the team reaches. */
const lately = { range: { kind: 'last', days: 1 }, group: 'mode' } as const;

export function LimitsPage({ team }: PageProps) {
  const limits = useLimits(team.id);
  const summary = useSummary(team.id);
  const refused = useUsage(team.id, lately).data?.refused;
  const told = (code: string, status: number) =>
    refused &&
    plural(refused.find((one) => one.code === code)?.calls ?? 0, {
      0: `No call got ${status} ${code} in the last 24 hours.`,
      one: `# call got ${status} ${code} in the last 24 hours.`,
      other: `# calls got ${status} ${code} in the last 24 hours.`,
    });
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
      <QueryContent query={limits} loading="Loading the limits" size="page">
        {(data) => (
          <>
            <LimitTable
              name="Quota and credit"
              limits={quotaLimits(data, summary.data)}
              told={told('quota_exceeded', 456)}
            />
            <LimitTable name="Rate limits" limits={speedLimits(data)} told={told('rate_limited', 429)} />
            <LimitTable name="Size of a call" limits={callLimits(data)} />
            <LimitTable name="Glossaries" limits={glossaryLimits(data)} />
            <LimitTable name="Engines and cache" limits={engineLimits(data)} />
          </>
        )}
      </QueryContent>
    </>
  );
}
