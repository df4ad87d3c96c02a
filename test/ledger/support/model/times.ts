/** The calendar of the ledger: hours and months of UTC, as milliseconds of their first moment. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs;

export const monthOf = (ms: number) => monthAfter(ms, 0);

/** The first moment of the month that is `months` later than that of `ms`. */
export function monthAfter(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** As a usage report names an hour. */
export const nameOfHour = (ms: number) => new Date(ms).toISOString().replace('.000', '');

/** As a `date` of the database reads. */
export const nameOfDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
