import { useSummary } from '../api/queries.ts';
import { formatDay, formatNumber, formatPercent } from '../lib/format.ts';
import { t } from '../lib/messages.ts';
import { Meter } from './meter.tsx';
import { Failure } from './notice.tsx';

/** This month's usage and its forecast against quota and credit. Lines are laid out before figures arrive. */
export function PeriodFigures({ team }: { team: string }) {
  const { data, error, refetch } = useSummary(team);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const lastDay = data && formatDay(Date.parse(data.period_end) - 1);
  const runsOutAt = data?.forecast.runs_out_at ?? null;
  return (
    <dl className="figures">
      <div>
        <dt>
          {data
            ? t('Used, {periodStart} to {lastDay}', {
                periodStart: formatDay(data.period_start),
                lastDay: lastDay ?? '',
              })
            : t('Used')}
        </dt>
        <dd>
          <div className="figure" data-testid="period-used">
            {number(data?.quota_used)}
          </div>
          <QuotaMeter used={data?.quota_used ?? 0} quota={data?.quota ?? 0} />
          <div className="quiet small">
            {data === undefined
              ? '–'
              : t('of {quota, plural, one {# character} other {# characters}}', { quota: data.quota })}
          </div>
        </dd>
      </div>
      <div>
        <dt>{t('Forecast')}</dt>
        <dd>
          <div className="figure">{number(data?.forecast.characters)}</div>
          {runsOutAt === null ? (
            <div className="quiet small">
              {lastDay === undefined
                ? t('characters by the end of the month, at the pace of the last seven days')
                : t(
                    '{count, plural, one {character by {lastDay}, at the pace of the last seven days} other {characters by {lastDay}, at the pace of the last seven days}}',
                    { count: data?.forecast.characters ?? 0, lastDay },
                  )}
            </div>
          ) : (
            <div className="warn small" role="note">
              {t('Quota and credit run out on {runsOutAt}. Ask the operator for more.', {
                runsOutAt: formatDay(runsOutAt),
              })}
            </div>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Credit')}</dt>
        <dd>
          <div className="figure">{number(data?.credit_left)}</div>
          <div className="quiet small">
            {t(
              '{count, plural, one {prepaid character, used when the quota is gone} other {prepaid characters, used when the quota is gone}}',
              { count: data?.credit_left ?? 0 },
            )}
          </div>
        </dd>
      </div>
    </dl>
  );
}

export function QuotaMeter({ used, quota }: { used: number; quota: number }) {
  return (
    <Meter
      part={used}
      whole={quota}
      label={(percent) => t('{percent} of the quota is used', { percent: formatPercent(percent) })}
    />
  );
}
