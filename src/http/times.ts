/** Times in queries: RFC 3339, or a date, which means 00:00 UTC of that day. */
import Type from 'typebox';
import { described } from './described.ts';
import { invalidRequest } from './refusals.ts';

const timeText = Type.String({ maxLength: 40 });
const timeFormats = 'An RFC 3339 time, or a date, which means 00:00 UTC of that day.';

export function timeQuery(meaning: string) {
  return Type.Optional(described(timeText, `${meaning} ${timeFormats}`));
}

const timePattern = /^\d{4}-\d{2}-\d{2}([Tt]([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2}))?$/;

export function readTime(member: string, value: string): Date;
export function readTime(member: string, value: string | undefined): Date | undefined;
export function readTime(member: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const time = new Date(timePattern.test(value) && isDay(value.slice(0, 10)) ? value : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw invalidRequest(`${member} must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z.`);
}

/** `Date` takes 30 February for 2 March, which is another period than the one that was asked for. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
