import { expect, test } from 'vitest';
import { estimatedNeed } from './architectures.ts';

test.each([
  ['tiny', 17_141_051, 460],
  ['tiny', 7_178_869, 330],
  ['base-memory', 31_561_787, 545],
  ['base-memory', 43_850_000, 855],
  ['base', 42_992_955, 695],
  ['base', 59_377_000, 915],
])('%s of %i bytes needs %i MB, as measured', (architecture, bytes, megabytes) => {
  expect(Math.abs(estimatedNeed({ architecture, bytes }) / 1_000_000 - megabytes)).toBeLessThan(3);
});

test('what is not known is estimated by its file, and never too low', () => {
  for (const [bytes, measured] of [
    [7_178_869, 330],
    [17_141_051, 460],
    [43_850_000, 853],
    [59_377_000, 915],
  ] as const) {
    expect(estimatedNeed({ bytes })).toBeGreaterThanOrEqual(measured * 1_000_000);
    expect(estimatedNeed({ architecture: 'student-next', bytes })).toBe(estimatedNeed({ bytes }));
  }
});
