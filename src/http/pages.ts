/**
 * Pagination, the same for every list: `limit` and `cursor` in, `next_cursor` out. A cursor names the last
 * item shown, so items that are added or removed between pages do not shift the next page.
 */
import Type from 'typebox';
import { ProblemError, problem } from '../lib/errors.ts';
import type { Page } from '../lib/page.ts';
import { isUuid } from '../lib/uuid-v7.ts';

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

export function readPage(query: { limit?: string; cursor?: string }): Page {
  const limit = readLimit(query.limit);
  return { limit, before: query.cursor === undefined ? undefined : readCursor(query.cursor) };
}

export function readLimit(value: string | undefined): number {
  const limit = value === undefined ? defaultLimit : Number(value);
  if (!/^\d+$/.test(value ?? '1') || limit < 1 || limit > maxPageLimit) {
    throw new ProblemError(
      problem('invalid_request', `limit must be a whole number from 1 to ${maxPageLimit}.`),
    );
  }
  return limit;
}

/** Adds one extra row, which tells whether there is a next page. */
export function withOneMore(page: Page): Page {
  return { ...page, limit: page.limit + 1 };
}

export function toPage<T extends { readonly id: string }>(
  rows: readonly T[],
  { limit }: Page,
): { shown: readonly T[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(last.id) : null,
  };
}

function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

function readCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(id) || writeCursor(id) !== cursor) {
    throw new ProblemError(
      problem('invalid_request', 'cursor must be the next_cursor of the previous page, unchanged.'),
    );
  }
  return id;
}
