import { useSummary, useUsage } from '../../api/queries.ts';
import { useLimits } from '../../api/team-queries.ts';
import { PageHead } from '../../components/page.tsx';
import { PeriodFigures } from '../../components/period-figures.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { t } from '../../lib/messages.ts';
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
    t(
      '{calls, plural, =0 {No call got {status} {code} in the last 24 hours.} one {# call got {status} {code} in the last 24 hours.} other {# calls got {status} {code} in the last 24 hours.}}',
      { calls: refused.find((one) => one.code === code)?.calls ?? 0, status, code },
    );
  return (
    <>
      <PageHead
        title={t('Limits')}
        intro={t(
          'The current limits of {team}. Ask the operator of this service to raise them. Refused calls cost nothing.',
          { team: team.name },
        )}
      />
      <PeriodFigures team={team.id} />
      <QueryContent query={limits} loading={t('Loading the limits')} size="page">
        {(data) => (
          <>
            <LimitTable
              name={t('Quota and credit')}
              limits={quotaLimits(data, summary.data)}
              told={told('quota_exceeded', 456)}
            />
            <LimitTable name={t('Rate limits')} limits={speedLimits(data)} told={told('rate_limited', 429)} />
            <LimitTable name={t('Size of a call')} limits={callLimits(data)} />
            <LimitTable name={t('Glossaries')} limits={glossaryLimits(data)} />
            <LimitTable name={t('Engines and cache')} limits={engineLimits(data)} />
          </>
        )}
      </QueryContent>
    </>
  );
}
