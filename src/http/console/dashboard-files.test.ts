import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operatorPages, pages } from './dashboard-files.ts';

test('every page of the menu can be opened by its address', () => {
  const menu = readFileSync(new URL('../../../dashboard/src/frame.tsx', import.meta.url), 'utf8');
  const paths = [...menu.matchAll(/\{ path: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect([...pages, ...operatorPages]).toEqual(expect.arrayContaining(paths));
});
