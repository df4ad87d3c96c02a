import { expect, test } from 'vitest';
import { sourcesOf, targetFor } from './translation-options.ts';

const language = (code: string) => ({ code, name: code });
const target = (code: string, ...sources: string[]) => ({
  ...language(code),
  sources: sources.map(language),
});
const [es, en, ca] = [target('ES', 'EN', 'CA'), target('EN', 'ES'), target('CA', 'ES')];
const targets = [ca, en, es] as never as Parameters<typeof sourcesOf>[0];
const chosen = (source: string, previous: string, current: unknown) =>
  targetFor(source, previous, current as never, targets)?.target;

test('the current target is offered as a source', () => {
  expect(sourcesOf(targets).map(({ code }) => code)).toEqual(['CA', 'EN', 'ES']);
});

test('a source that the target does not support swaps the two, or takes the first target that can', () => {
  expect(chosen('ES', 'EN', es)).toBe('EN');
  expect(chosen('ES', '', es)).toBe('CA');
  expect(chosen('EN', '', es)).toBeUndefined();
  expect(chosen('', 'EN', es)).toBeUndefined();
});
