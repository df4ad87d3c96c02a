import { formatNumber } from '../lib/format.ts';
import { t } from '../lib/messages.ts';

const [width, height] = [96, 20];

/** Calls per day as a line, with their total. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  if (most === 0) return <span className="quiet small">{t('none in 30 days')}</span>;
  const points = values.map((value, i) => {
    const x = 1 + (i / (values.length - 1)) * (width - 2);
    return `${x.toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`;
  });
  return (
    <span
      className="spark"
      title={t('{count, plural, one {# call in 30 days} other {# calls in 30 days}}', { count: total })}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
      <span className="spark-total">{formatNumber(total)}</span>
    </span>
  );
}
