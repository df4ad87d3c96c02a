/** `npm run mutations` as one of the long proofs: `npm run proof` runs and records it like the others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test.each([
  ['in the ledger is noticed by the test that is named for it', [], /^(\d+) of \1 caught$/],
  [
    'in metering, limits and gateway is noticed by their unit tests alone',
    ['--unit'],
    /^(\d+) of \1 caught by the unit tests alone, the slowest in [\d.]+ s$/,
  ],
])('each mistake %s', async (_where, options, allCaught) => {
  const child = spawn(process.execPath, ['test/mutations/run-mutations.ts', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    process.stderr.write(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const figure = printed.trim().split('\n').at(-1) ?? '';
  process.stdout.write(`${figure}\n`);
  expect({ code, figure }).toEqual({ code: 0, figure: expect.stringMatching(allCaught) });
});
