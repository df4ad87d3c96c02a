/** Numbers, dates, relative times and lists in the language of the interface, by `Intl`. */
import { formatter, timeZone } from './locale.ts';
import { t } from './messages.ts';

export function formatNumber(value: number): string {
  return formatter(Intl.NumberFormat, {}).format(value);
}

export function formatPercent(percent: number): string {
  return formatter(Intl.NumberFormat, { style: 'percent' }).format(percent / 100);
}

export function formatMegabytes(bytes: number): string {
  const megabytes = Math.round(bytes / 1_000_000);
  return formatter(Intl.NumberFormat, { style: 'unit', unit: 'megabyte' }).format(megabytes);
}

export function formatMilliseconds(milliseconds: number): string {
  return formatter(Intl.NumberFormat, { style: 'unit', unit: 'millisecond' }).format(milliseconds);
}

/** With the name of the time zone. */
export function formatTime(time: string | number): string {
  const at = new Date(time);
  const words = formatter(Intl.DateTimeFormat, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: timeZone(),
  }).format(at);
  return `${words} ${timeZoneName(at)}`;
}

/** Month, day and time to the second, for the rows of a log. */
export function formatShortTime(time: string): string {
  return formatter(Intl.DateTimeFormat, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: timeZone(),
  }).format(new Date(time));
}

/** `UTC`, `GMT+1`: what a time is followed by, which depends on the season. */
export function timeZoneName(at: Date = new Date()): string {
  const parts = formatter(Intl.DateTimeFormat, { timeZone: timeZone(), timeZoneName: 'short' }).formatToParts(
    at,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone();
}

/** A day of the ledger, which is in UTC. */
export function formatDay(time: string | number): string {
  return dayFormat({ day: 'numeric', month: 'long' })(new Date(time).getTime() / 1_000);
}

/** Short label of a day or an hour on a chart axis. Days are those of the ledger; hours are in the chosen time zone. */
export const formatStep = {
  day: dayFormat({ day: 'numeric', month: 'short' }),
  hour: hourFormat({ hour: '2-digit', minute: '2-digit' }),
};

/** Full label of a day or an hour. */
export const formatWholeStep = {
  day: dayFormat({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
  hour: hourFormat({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
};

function dayFormat(options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  return (seconds) => formatter(Intl.DateTimeFormat, { ...options, timeZone: 'UTC' }).format(seconds * 1_000);
}

function hourFormat(options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  return (seconds) =>
    formatter(Intl.DateTimeFormat, { ...options, timeZone: timeZone() }).format(seconds * 1_000);
}

/** Each unit with its length in seconds and the smallest count for which it is used. */
const units = [
  ['year', 31_557_600, 2],
  ['month', 2_629_800, 2],
  ['day', 86_400, 1],
  ['hour', 3_600, 1],
  ['minute', 60, 1],
] as const;

/** `3 hours ago`. */
export function formatRelative(time: string, nowMs: number): string {
  const seconds = (new Date(time).getTime() - nowMs) / 1_000;
  const [unit, size] = units.find(([, size, least]) => Math.abs(seconds) >= size * least) ?? ['second', 1];
  if (unit === 'second') return seconds > 0 ? t('in a moment') : t('just now');
  return formatter(Intl.RelativeTimeFormat, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

export function formatCharacters(count: number): string {
  return t('{count, plural, one {# character} other {# characters}}', { count });
}

/** `1 MiB`, or bytes where the value is not a whole number of MiB. */
export function formatBytes(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  if (Number.isInteger(mebibytes)) return t('{mebibytes} MiB', { mebibytes: formatNumber(mebibytes) });
  return formatter(Intl.NumberFormat, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes);
}

/** `a, b, c`. Lists of the type "unit" have no separator in Chinese and Japanese. */
export function formatList(items: readonly string[]): string {
  return formatter(Intl.ListFormat, { type: 'conjunction', style: 'narrow' }).format(items);
}

/** `a and b`. */
export function formatConjunction(items: readonly string[]): string {
  return formatter(Intl.ListFormat, { type: 'conjunction' }).format(items);
}
