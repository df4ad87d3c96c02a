const timePattern = /^\d{4}-\d{2}-\d{2}([Tt]([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2}))?$/;

/** An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
export function parseTime(value: string): Date | undefined {
  const time = new Date(timePattern.test(value) && isDay(value.slice(0, 10)) ? value : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** `Date` takes 30 February for 2 March, which is another period than the one that was asked for. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
