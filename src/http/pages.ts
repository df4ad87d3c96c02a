/**
 * Pagination, the same for every list: `limit` and `cursor` in, `next_cursor` out. A cursor names the last
 * item shown, so items that are added or removed between pages do not shift the next page.
 */
import Type from 'typebox';
import { done, type Outcome } from '../lib/outcome.ts';
import type { Page } from '../lib/page.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { invalidCursor, invalidRequest } from './refusals.ts';

const defaultLimit = 50;
export const maxPageLimit = 100;

export const pageQuery = {
  limit: Type.Optional(
    Type.String({ maxLength: 10, description: 'The maximum number of items on the page.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `next_cursor` of the previous page, unchanged. Omit it to read the first page.',
    }),
  ),
};

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as `cursor` to read the next page. `null` on the last page.',
});

/** Answers a page of a list as `{ [member]: items, next_cursor }`, with each item as `show` returns it. */
export async function listPage<T extends { readonly id: string }>(
  member: string,
  query: { limit?: string; cursor?: string },
  list: (page: Page) => Promise<readonly T[] | Outcome<readonly T[]>>,
  show: (item: T) => object = (item) => item,
): Promise<Outcome<object>> {
  const limit = readLimit(query.limit);
  const before = query.cursor === undefined ? undefined : readCursor(query.cursor);
  // One extra row tells whether there is a next page.
  const listed = await list({ limit: limit + 1, before });
  if ('ok' in listed && !listed.ok) return listed;
  const rows = 'ok' in listed ? listed.value : listed;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return done({ [member]: shown.map(show), next_cursor: last === undefined ? null : writeCursor(last.id) });
}

export function readLimit(value: string | undefined, max = maxPageLimit): number {
  const limit = value === undefined ? defaultLimit : Number(value);
  if (!/^\d+$/.test(value ?? '1') || limit < 1 || limit > max) {
    throw invalidRequest(`limit must be a whole number from 1 to ${max}.`);
  }
  return limit;
}

export function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

export function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(id) || writeCursor(id) !== cursor) {
    throw invalidCursor();
  }
  return id;
}
