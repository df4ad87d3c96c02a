/** Converts rows of the usage report to at most six time series; the smallest are folded into "other". */

import type { Usage } from '../../api/queries.ts';
import { t } from '../../lib/messages.ts';

export type Measure = 'characters' | 'calls';

export interface Series {
  /** Unix time in seconds, one for each day or hour, including those without usage. */
  readonly times: readonly number[];
  readonly names: readonly string[];
  /** One array per name, with one value per time. */
  readonly values: readonly (readonly number[])[];
}

const mostSeries = 6;
const stepSeconds = { day: 86_400, hour: 3_600 };

export function toSeries(
  { rows, from, to, by }: Pick<Usage, 'rows' | 'from' | 'to' | 'by'>,
  groups: readonly GroupTotal[],
  measure: Measure,
  nameOf: (group: string) => string,
): Series {
  const step = stepSeconds[by];
  const first = Math.floor(Date.parse(from) / 1_000 / step) * step;
  const count = Math.ceil((Date.parse(to) / 1_000 - first) / step);
  const times = Array.from({ length: count }, (_, i) => first + i * step);
  const totals = groups.toSorted((a, b) => b[measure] - a[measure]);
  const isFolded = totals.length > mostSeries;
  const shown = totals.slice(0, isFolded ? mostSeries - 1 : mostSeries);
  const lineOf = new Map(shown.map(({ group }, line) => [group, line]));
  const values = Array.from({ length: shown.length + (isFolded ? 1 : 0) }, () => times.map(() => 0));
  const placeOf = placesIn(first, step);
  for (const row of rows) {
    const line = values[lineOf.get(row.group) ?? shown.length];
    const place = placeOf(row.time);
    if (line?.[place] !== undefined) line[place] += row[measure];
  }
  return {
    times,
    names: [...shown.map(({ group }) => nameOf(group)), ...(isFolded ? [t('other')] : [])],
    values,
  };
}

/** Caches parsed dates: a year of fifty keys repeats each day fifty times, and parsing dominates the cost. */
function placesIn(first: number, step: number): (time: string) => number {
  const known = new Map<string, number>();
  return (time) => {
    const before = known.get(time);
    if (before !== undefined) return before;
    const place = Math.floor((Date.parse(time) / 1_000 - first) / step);
    known.set(time, place);
    return place;
  };
}

export interface GroupTotal {
  readonly group: string;
  characters: number;
  calls: number;
  texts: number;
}

export function sumByGroup(rows: Usage['rows']): GroupTotal[] {
  const totals = new Map<string, GroupTotal>();
  for (const { group, characters, calls, texts } of rows) {
    const total = totals.get(group);
    if (total === undefined) {
      totals.set(group, { group, characters, calls, texts });
    } else {
      total.characters += characters;
      total.calls += calls;
      total.texts += texts;
    }
  }
  return [...totals.values()];
}

/** Room for the figures beside the axis, so that none is cut off. Most fit into 72 px, and the chart then does not move. */
export function labelSpace(labels: readonly string[]): number {
  return Math.max(72, 16 + 7 * Math.max(0, ...labels.map(({ length }) => length)));
}
