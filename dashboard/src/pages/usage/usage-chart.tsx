import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import '../../styles/usage.css';
import { formatNumber, formatStep } from '../../lib/format.ts';
import { timeZone } from '../../lib/locale.ts';
import { ChartLegend, ChartTooltip, type Pointed, seriesKey } from './chart-legend.tsx';
import { labelSpace, type Series } from './series.ts';

const height = 240;

/** Browser timeline entry from the response's rows to the drawn chart: the first check for a slow page. */
export const seriesMark = 'usage-series';
const drawnMeasure = 'usage-drawn';

/** Stacked bars from zero. The table below has the same figures for users who cannot see the chart. */
export function UsageChart({ series, label, by }: { series: Series; label: string; by: 'day' | 'hour' }) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => without(series, hidden), [series, hidden]);
  // A layout effect draws before the browser paints, so that the page never appears without its chart.
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () =>
      new uPlot(
        {
          ...optionsFor(shown, by, element.clientWidth),
          hooks: { setCursor: [(plot) => setPointed(pointedAt(plot))], draw: [noteDrawn] },
        },
        stacked(shown),
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
  }, [shown, by]);
  return (
    <figure className="stack">
      <div className="chart-frame">
        <div ref={place} className="chart" role="img" aria-label={label} />
        {pointed !== null && <ChartTooltip series={shown} by={by} pointed={pointed} />}
      </div>
      <ChartLegend series={series} by={by} hidden={hidden} onChange={setHidden} />
    </figure>
  );
}

/** The bar under the pointer, and where its middle is on the screen. */
function pointedAt(plot: uPlot): Pointed | null {
  const { idx } = plot.cursor;
  const time = idx === null || idx === undefined ? undefined : plot.data[0][idx];
  if (idx === null || idx === undefined || time === undefined) return null;
  const x = plot.over.offsetLeft + plot.valToPos(time, 'x');
  return { place: idx, x, isInSecondHalf: x > plot.width / 2 };
}

/** A hidden series keeps its colour for when it comes back, so the others keep theirs. */
function without(series: Series, hidden: ReadonlySet<string>): Series {
  if (hidden.size === 0) return series;
  const values = series.values.map((line, i) =>
    hidden.has(seriesKey(series, i)) ? line.map(() => 0) : line,
  );
  return { ...series, values };
}

function noteDrawn(): void {
  if (performance.getEntriesByName(seriesMark).length === 0) return;
  performance.measure(drawnMeasure, seriesMark);
  performance.clearMarks(seriesMark);
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
        // As wide as "20 de out." or "10月20日" and a gap.
        space: 72,
        grid: { show: false },
        values: (_plot, splits) => splits.map(formatStep[by]),
      },
      {
        ...axis,
        size: (_plot, labels) => labelSpace(labels ?? []),
        values: (_plot, splits) => splits.map(wholeNumber),
      },
    ],
    series: [
      {},
      ...names.toReversed().map((label, i) => ({
        label,
        fill: colour(`--series-${names.length - i}`),
        // An outline would shift the bars against their labels.
        width: 0,
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
