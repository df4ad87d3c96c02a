import { useLayoutEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber, formatStep, formatWholeStep } from '../../lib/format.ts';
import { timeZone } from '../../lib/locale.ts';
import { t } from '../../lib/messages.ts';
import type { Series } from './series.ts';

const height = 240;

/** Browser timeline entry from the response's rows to the drawn chart: the first check for a slow page. */
export const seriesMark = 'usage-series';
const drawnMeasure = 'usage-drawn';

/** Stacked bars from zero. The table below has the same figures for users who cannot see the chart. */
export function UsageChart({ series, label, by }: { series: Series; label: string; by: 'day' | 'hour' }) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  // A layout effect draws before the browser paints, so that the page never appears without its chart.
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () =>
      new uPlot(
        {
          ...optionsFor(series, by, element.clientWidth),
          hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)], draw: [noteDrawn] },
        },
        stacked(series),
        element,
      );
    let plot = draw();
    // uPlot reads colours only when it draws, so a change of the theme needs a new plot.
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const sizes = new ResizeObserver(() => {
      if (plot.width !== element.clientWidth) plot.setSize({ width: element.clientWidth, height });
    });
    sizes.observe(element);
    return () => {
      themes.disconnect();
      sizes.disconnect();
      plot.destroy();
    };
  }, [series, by]);
  return (
    <figure className="stack">
      <div ref={place} className="chart" role="img" aria-label={label} />
      <Legend series={series} by={by} pointed={pointed} />
    </figure>
  );
}

function noteDrawn(): void {
  if (performance.getEntriesByName(seriesMark).length === 0) return;
  performance.measure(drawnMeasure, seriesMark);
  performance.clearMarks(seriesMark);
}

/** Totals of the whole range, or of the day or hour under the pointer. */
function Legend({ series, by, pointed }: { series: Series; by: 'day' | 'hour'; pointed: number | null }) {
  const { names, values, times } = series;
  const time = pointed === null ? undefined : times[pointed];
  const figureOf = (line: readonly number[] | undefined) =>
    pointed === null ? (line ?? []).reduce((sum, value) => sum + value, 0) : (line?.[pointed] ?? 0);
  return (
    <figcaption className="legend-frame small">
      <span className="quiet">{time === undefined ? t('Total') : formatWholeStep[by](time)}</span>
      <ul className="legend" aria-label={by === 'day' ? t('Series by day') : t('Series by hour')}>
        {names.map((name, i) => (
          // Two keys may have the same name, so the position identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity
          <li key={i}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={`var(--series-${i + 1})`} />
            </svg>
            <span className="wrap">{name}</span>
            <span className="quiet">{formatNumber(figureOf(values[i]))}</span>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}

/** The tallest totals first, because each bar is drawn over the previous ones. */
function stacked({ times, values }: Series): uPlot.AlignedData {
  const sums: number[][] = [];
  for (const line of values) {
    const below = sums.at(-1);
    sums.push(line.map((value, t) => value + (below?.[t] ?? 0)));
  }
  return [[...times], ...sums.toReversed()];
}

function optionsFor({ names, times }: Series, by: 'day' | 'hour', width: number): uPlot.Options {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
  const axis = {
    stroke: colour('--text-quiet'),
    font: '12px "Inter Variable", sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    padding: [8, 8, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), by === 'hour' ? timeZone() : 'Etc/UTC'),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // Half a step of padding on either side, because a bar is as wide as its step.
      x: { range: (_plot, min, max) => [min - stepOf(times) / 2, max + stepOf(times) / 2] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.05)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_plot, splits) => splits.map(formatStep[by]),
      },
      { ...axis, size: 72, values: (_plot, splits) => splits.map(wholeNumber) },
    ],
    series: [
      {},
      ...names.toReversed().map((label, i) => ({
        label,
        fill: colour(`--series-${names.length - i}`),
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
  };
}

/** Hides fractional ticks: calls and characters are whole numbers. */
function wholeNumber(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : '';
}

function stepOf([first = 0, second = first + 1]: readonly number[]): number {
  return second - first;
}
