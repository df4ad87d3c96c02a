/** Time range of a page, as stored in its URL: `?day=today`, `?days=30`, `?month=this`, or `?from=…&to=…`. */

/** Days are in UTC, like the ledger's. The last day is included. */
export type TimeRange =
  | { readonly kind: 'today' }
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'month'; readonly month: 'this' | 'previous' }
  | { readonly kind: 'custom'; readonly from: string; readonly to: string };

export const lastDays = [1, 7, 30, 90, 365] as const;
export const months = ['this', 'previous'] as const;
const usual: TimeRange = { kind: 'last', days: 30 };
const dayMs = 86_400_000;

export function readRange(search: URLSearchParams): TimeRange {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { kind: 'custom', from, to };
  if (search.get('day') === 'today') return { kind: 'today' };
  const month = months.find((some) => some === search.get('month'));
  if (month !== undefined) return { kind: 'month', month };
  const days = lastDays.find((some) => String(some) === search.get('days'));
  return days === undefined ? usual : { kind: 'last', days };
}

export function writeRange(search: URLSearchParams, range: TimeRange): void {
  for (const name of ['day', 'days', 'month', 'from', 'to']) search.delete(name);
  if (range.kind === 'today') search.set('day', 'today');
  else if (range.kind === 'last') search.set('days', String(range.days));
  else if (range.kind === 'month') search.set('month', range.month);
  else for (const name of ['from', 'to'] as const) search.set(name, range[name]);
}

/** A day that exists: browsers read February 31 as a day of March. The years are those that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export interface Bounds {
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'hour';
}

/** From the start of a UTC day until now, except the last 24 hours; by hour for ranges of up to two days. */
export function boundsOf(range: TimeRange, nowMs: number): Bounds {
  const { from, to } = momentsOf(range, nowMs);
  const by = to - from <= 2 * dayMs ? 'hour' : 'day';
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), by };
}

function momentsOf(range: TimeRange, nowMs: number): { from: number; to: number } {
  if (range.kind === 'custom') return { from: Date.parse(range.from), to: Date.parse(range.to) + dayMs };
  if (range.kind === 'month') {
    const from = startOfMonth(nowMs, range.month === 'this' ? 0 : -1);
    return { from, to: range.month === 'this' ? nowMs : startOfMonth(nowMs, 0) };
  }
  if (range.kind === 'today') return { from: startOfDay(nowMs), to: nowMs };
  if (range.days === 1) return { from: nowMs - dayMs, to: nowMs };
  return { from: startOfDay(nowMs) - (range.days - 1) * dayMs, to: nowMs };
}

/** The first moment of this month, or of one before it. */
function startOfMonth(nowMs: number, offset: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
}

function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** First and last day, for the two date fields. */
export function daysOf(range: TimeRange, nowMs: number): { from: string; to: string } {
  if (range.kind === 'custom') return range;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { from, to } = momentsOf(range, nowMs);
  // A range that ends at midnight has no part of the day that begins there.
  return { from: day(from), to: day(to - 1) };
}

/** Refresh interval, longer for ranges that are costly to query. A range in the past does not change. */
export function refreshMsOf(range: TimeRange, nowMs: number): number | false {
  const { from, to } = momentsOf(range, nowMs);
  if (to < startOfDay(nowMs)) return false;
  return to - from <= 31 * dayMs ? 3_000 : 60_000;
}

/** For a list of the newest: no end for a range up to now, because a clock behind the server's would hide the newest. */
export function openBoundsOf(range: TimeRange, nowMs: number): { from: string; to?: string } {
  const { from, to } = boundsOf(range, nowMs);
  const isOver = range.kind === 'custom' || (range.kind === 'month' && range.month === 'previous');
  return isOver ? { from, to } : { from };
}
