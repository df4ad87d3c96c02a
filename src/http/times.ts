/** Times in queries: RFC 3339, or a date, which means 00:00 UTC of that day. */
import Type from 'typebox';
import { parseTime } from '../lib/time-text.ts';
import { described } from './described.ts';
import { invalidRequest } from './refusals.ts';

const timeText = Type.String({ maxLength: 40 });
const timeFormats = 'An RFC 3339 time, or a date, which means 00:00 UTC of that day.';

export function timeQuery(meaning: string) {
  return Type.Optional(described(timeText, `${meaning} ${timeFormats}`));
}

export function readTime(member: string, value: string): Date;
export function readTime(member: string, value: string | undefined): Date | undefined;
export function readTime(member: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const time = parseTime(value);
  if (time !== undefined) return time;
  throw invalidRequest(`${member} must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z.`);
}
