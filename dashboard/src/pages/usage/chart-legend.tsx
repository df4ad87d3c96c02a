/** What names the bars of a chart: a legend that shows and hides series, and a tooltip at the bar under the pointer. */
import { formatNumber, formatWholeStep } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import type { Series } from './series.ts';

export interface Pointed {
  /** Which day or hour. */
  readonly place: number;
  /** The middle of its bar, from the edge of the chart. */
  readonly x: number;
  readonly isInSecondHalf: boolean;
}

/** Two keys may have the same name, so the position is part of the identity. */
export function seriesKey({ names }: Series, i: number): string {
  return `${i} ${names[i]}`;
}

function Swatch({ i }: { i: number }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={`var(--series-${i + 1})`} />
    </svg>
  );
}

interface ChartTooltipProps {
  readonly series: Series;
  readonly by: 'day' | 'hour';
  readonly pointed: Pointed;
}

/** For the pointer only: the table below the chart has the figures for everyone. */
export function ChartTooltip({ series, by, pointed }: ChartTooltipProps) {
  const { names, values, times } = series;
  const { place, x, isInSecondHalf } = pointed;
  const figures = names.map((name, i) => ({
    key: seriesKey(series, i),
    i,
    name,
    value: values[i]?.[place] ?? 0,
  }));
  const total = figures.reduce((sum, { value }) => sum + value, 0);
  return (
    // A chart is not mirrored, so the place is counted from its left in every language.
    <div
      className={isInSecondHalf ? 'chart-tip chart-tip-before small' : 'chart-tip small'}
      style={{ left: x }}
      aria-hidden="true"
    >
      <span className="quiet">{formatWholeStep[by](times[place] ?? 0)}</span>
      <ul>
        {figures
          .filter(({ value }) => value > 0)
          .map(({ key, i, name, value }) => (
            <li key={key}>
              <Swatch i={i} />
              <span className="wrap">{name}</span>
              <span>{formatNumber(value)}</span>
            </li>
          ))}
        <li className="chart-tip-total">
          <span>{t('Total')}</span>
          <span>{formatNumber(total)}</span>
        </li>
      </ul>
    </div>
  );
}

interface ChartLegendProps {
  readonly series: Series;
  readonly by: 'day' | 'hour';
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** Each series with its total; a click hides it, another one shows it again. */
export function ChartLegend({ series, by, hidden, onChange }: ChartLegendProps) {
  const { names, values } = series;
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <figcaption className="small">
      <ul className="legend" aria-label={by === 'day' ? t('Series by day') : t('Series by hour')}>
        {names.map((name, i) => {
          const key = seriesKey(series, i);
          const total = (values[i] ?? []).reduce((sum, value) => sum + value, 0);
          return (
            <li key={key}>
              <button
                type="button"
                className="legend-item"
                aria-pressed={!hidden.has(key)}
                onClick={() => toggle(key)}
              >
                <Swatch i={i} />
                <span className="wrap">{name}</span>
                <span className="quiet">{formatNumber(total)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </figcaption>
  );
}
