import { expect, test } from 'vitest';
import { runAsProof } from './run-as-proof.ts';

test('each mistake in the ledger is noticed by the test that is named for it', async () => {
  const figure = expect.stringMatching(/^(\d+) of \1 caught$/);
  expect(await runAsProof()).toEqual({ code: 0, figure });
});
