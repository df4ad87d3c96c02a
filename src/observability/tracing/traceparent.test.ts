import { expect, test } from 'vitest';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('what is written is read again', () => {
  for (const isSampled of [true, false]) {
    const parent = { traceId, spanId, isSampled };
    expect(parseTraceparent(formatTraceparent(parent))).toEqual(parent);
  }
});

test('a later version may say more, and other flags change nothing', () => {
  expect(parseTraceparent(`cc-${traceId}-${spanId}-03-what-comes`)).toEqual({
    traceId,
    spanId,
    isSampled: true,
  });
});

test.each([
  undefined,
  '',
  ['00'],
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}-01\r\nx: y`,
])('%j is no parent', (header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});
