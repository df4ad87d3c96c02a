import { expect, test } from 'vitest';
import { leewayInGate } from '../../test/support/long-form.ts';
import { composedForm } from './composed-form.ts';

test('composes letters and their marks, also several on one letter', () => {
  expect(composedForm('cafe\u0301')).toBe('café');
  expect(composedForm('a\u0323\u0302')).toBe('\u1ead');
  expect(composedForm('plain')).toBe('plain');
});

test('leaves a letter with more marks than any language writes as it is, at once', () => {
  const text = `a${'\u0301\u0327'.repeat(50_000)}`;
  const started = process.threadCpuUsage();
  expect(composedForm(text)).toBe(text);
  const { user } = process.threadCpuUsage(started);
  // Takes twenty seconds if the marks are sorted.
  expect(user / 1_000).toBeLessThan(leewayInGate(500));
});
