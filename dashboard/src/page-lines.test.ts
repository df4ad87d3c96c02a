/** What several pages show is a component: pages stay as short as they were before there were shared components. */
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Count {
  readonly pages: number;
  readonly lines: Readonly<Record<string, number>>;
}

interface PageLines {
  readonly meanBefore: number;
  countPages(): Count;
  mean(count: Count): number;
}

const script = join(import.meta.dirname, '../../scripts/page-lines.mjs');
const { countPages, mean, meanBefore }: PageLines = await import(/* @vite-ignore */ script);

test('a page has on average no more lines than before there were shared components', () => {
  const count = countPages();
  expect(meanBefore).toBe(496);
  expect(count.pages).toBeGreaterThanOrEqual(30);
  expect(Object.keys(count.lines)).toContain('glossaries');
  expect(mean(count)).toBeLessThanOrEqual(meanBefore);
});

test('the mean is of all lines of all pages', () => {
  expect(mean({ pages: 2, lines: { one: 300, 'operator/two': 501 } })).toBe(400);
});
