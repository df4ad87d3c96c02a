/** Numbers and dates in the browser's locale; relative times ("3 hours ago") in English, like the pages. */
const numbers = new Intl.NumberFormat();
const times = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1_000_000))} MB`;
}

export function formatMilliseconds(milliseconds: number): string {
  return `${formatNumber(milliseconds)} ms`;
}

export function formatTime(time: string | number): string {
  return `${times.format(new Date(time))} UTC`;
}

export function formatDay(time: string | number): string {
  return days.format(new Date(time));
}

/** Short label of a day or an hour on a chart axis. */
export const formatStep = {
  day: stepFormat({ day: 'numeric', month: 'short' }),
  hour: stepFormat({ hour: '2-digit', minute: '2-digit' }),
};

/** Full label of a day or an hour. */
export const formatWholeStep = {
  day: stepFormat({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
  hour: stepFormat({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
};

function stepFormat(options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
  return (seconds) => format.format(seconds * 1_000);
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
  if (unit === 'second') return seconds > 0 ? 'in a moment' : 'just now';
  return relative.format(Math.round(seconds / size), unit);
}

const pluralRules = new Intl.PluralRules('en');

/**
 * The form for a count, in which `#` is the count: `plural(2, { one: '# call', other: '# calls' })`. Only the first
 * `#` is replaced, so it has to come before a name, which may contain one.
 */
export function plural(
  count: number,
  { 0: zero, one, other }: { readonly 0?: string; readonly one: string; readonly other: string },
): string {
  const form = pluralRules.select(count) === 'one' ? one : other;
  return (count === 0 && zero !== undefined ? zero : form).replace('#', () => formatNumber(count));
}

export function formatCharacters(count: number): string {
  return plural(count, { one: '# character', other: '# characters' });
}

/** `1 MiB`, or bytes where the value is not a whole number of MiB. */
export function formatBytes(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return Number.isInteger(mebibytes) ? `${formatNumber(mebibytes)} MiB` : `${formatNumber(bytes)} bytes`;
}
