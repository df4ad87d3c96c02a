import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releasedPairs } from './released-pairs.ts';

test('the released pairs are those of the documentation', () => {
  const page = readFileSync(new URL('../../../../docs/run/models.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z]{2}(?:-[A-Z][a-z]+)?)` \| ([^|]+) \| [^|]+ \| ([^|]+) \|/gm)];
  const documented = rows.flatMap(([, tag, from, to]) => [
    ...(from === '–' ? [] : [`en-${tag}`]),
    ...(to === '–' ? [] : [`${tag}-en`]),
  ]);
  expect(documented).toHaveLength(95);
  expect([...releasedPairs].toSorted()).toEqual(documented.toSorted());
});
