import { expect, test } from 'vitest';
import { runAsProof } from './run-as-proof.ts';

test('each mistake in metering, limits and gateway is noticed by their unit tests alone', async () => {
  const figure = expect.stringMatching(
    /^(\d+) of \1 caught by the unit tests alone, the slowest in [\d.]+ s$/,
  );
  expect(await runAsProof('--unit')).toEqual({ code: 0, figure });
});
