import { expect, test } from 'vitest';
import type { Part, Span } from '../protection/layout.ts';
import { shownTerms } from './shown-terms.ts';

const term = (source: string, target: string): Span => ({
  kind: 'word',
  replacement: target,
  term: { source, target },
});

test('only the terms of the unit are listed, each once', () => {
  const [house, again, boat] = [term('house', 'Haus'), term('house', 'Haus'), term('boat', 'Boot')];
  const placeholder = { kind: 'word', replacement: '{x}' } as const;
  const shown = shownTerms(['The ', house, ' and ', again, placeholder, boat]);
  expect(shown?.entries).toEqual([house.term, boat.term]);
  expect(shown?.spans).toEqual(new Set([house, again, boat]));
  expect(shownTerms(['No term, ', placeholder])).toBeUndefined();
});

test('the same words with another target term stay hidden', () => {
  const [first, second] = [term('house', 'Haus'), term('house', 'Gebäude')];
  expect(shownTerms([first, second])).toEqual({ spans: new Set([first]), entries: [first.term] });
});

test('at most 30 terms are shown, and 500 characters of them', () => {
  const many: Part[] = Array.from({ length: 40 }, (_, i) => term(`s${i}`, `t${i}`));
  expect(shownTerms(many)?.entries).toHaveLength(30);
  // A term that is listed already needs no more room.
  expect(shownTerms([...many, term('s0', 't0')])?.spans.size).toBe(31);
  const long = [term('a', 'x'.repeat(300)), term('b', 'y'.repeat(300)), term('c', 'z'.repeat(197))];
  expect(shownTerms(long)?.entries.map(({ source }) => source)).toEqual(['a', 'c']);
  expect(shownTerms([term('a', 'x'.repeat(500))])).toBeUndefined();
});
