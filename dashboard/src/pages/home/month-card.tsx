import { QuotaMeter } from '../../components/period-figures.tsx';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { Card } from './card.tsx';
import type { Home } from './home-queries.ts';

/** How much of this month's quota is used, and where it is heading. */
export function MonthCard({ month }: { month: Home['month'] }) {
  const { quota, quota_used, credit_left, forecast } = month;
  const lastDay = formatDay(Date.parse(month.period_end) - 1);
  return (
    <Card
      title={t('This month')}
      className="home-third"
      aside={<Link href="/usage?month=this">{t('Usage')}</Link>}
    >
      <div>
        <div className="figure" data-testid="month-used">
          {formatNumber(quota_used)}
        </div>
        <QuotaMeter used={quota_used} quota={quota} />
        <p className="quiet small">
          {t('of {quota, plural, one {# character} other {# characters}}', { quota })}
        </p>
      </div>
      {forecast.runs_out_at === null && forecast.characters > 0 && (
        <p>
          {t(
            'At the pace of the last seven days: {characters, plural, one {# character} other {# characters}} by {lastDay}.',
            {
              characters: forecast.characters,
              lastDay,
            },
          )}
        </p>
      )}
      {forecast.runs_out_at !== null && (
        <p className="warn" role="note">
          {t('Quota and credit run out on {runsOutAt}. Ask the operator for more.', {
            runsOutAt: formatDay(forecast.runs_out_at),
          })}
        </p>
      )}
      {credit_left > 0 && (
        <p className="quiet small">
          {t(
            '{credit, plural, one {# prepaid character is left for when the quota is used up.} other {# prepaid characters are left for when the quota is used up.}}',
            { credit: credit_left },
          )}
        </p>
      )}
    </Card>
  );
}
