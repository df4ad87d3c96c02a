import { expect, test } from 'vitest';
import { describeError } from './logger.ts';

test('an error is told by its type, message, stack, code and causes, and by nothing that a library hung on it', () => {
  const cause = Object.assign(new Error('terminated'), { code: '57P01', client: { secretKey: 4711 } });
  const told = JSON.stringify(describeError(new TypeError('lost', { cause })));
  for (const part of ['TypeError', 'lost', 'terminated', '57P01', 'logger.test'])
    expect(told).toContain(part);
  expect(told).not.toContain('4711');
});

test('several errors in one are told, and causes that never end are not', () => {
  const endless = new Error('round');
  endless.cause = endless;
  expect(JSON.stringify(describeError(endless)).split('"round"').length).toBe(5);
  const both = new AggregateError([new Error('first'), new Error('second')], 'both');
  expect(JSON.stringify(describeError(both))).toMatch(/first.*second/);
});
