import { defineConfig } from 'vitest/config';

const isLong = process.env.DRAGOMAN_LONG === '1';
const minutes = 60_000;

/** A suite on real services: Postgres, Redis and Apertium of the machine, or its own to kill. */
function suite(name: string, order: number, workers: number, testTimeout: number) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup: ['test/support/global-setup.ts'],
      // One suite after the other: they start servers, and some of them measure.
      sequence: { groupOrder: order },
      maxWorkers: workers,
      testTimeout,
      hookTimeout: 2 * minutes,
    },
  };
}

// Time-outs are bounds for a machine that is busy with other things; a quiet one needs a fraction of them.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{src,dashboard/src}/**/*.test.ts'], testTimeout: 30_000 } },
      suite('integration', 1, 3, minutes),
      suite('acceptance', 2, 3, minutes),
      suite('compat', 3, 3, minutes),
      suite('browser', 4, 2, 2 * minutes),
      suite('protection', 5, 1, isLong ? 60 * minutes : 3 * minutes),
      // Two at once: the longest of them waits for deadlines most of the time.
      suite('faults', 6, isLong ? 1 : 2, isLong ? 60 * minutes : 3 * minutes),
      suite('hostile', 7, 1, isLong ? 40 * minutes : 16 * minutes),
      suite('chaos', 8, 1, isLong ? 120 * minutes : 10 * minutes),
      suite('soak', 9, 1, isLong ? 60 * minutes : 3 * minutes),
      suite('bench', 10, 1, 5 * minutes),
      // Writes files, so only when it is asked for: `npm run screenshots`.
      ...(process.env.DRAGOMAN_SCREENSHOTS === '1' ? [suite('screenshots', 11, 1, 5 * minutes)] : []),
    ],
  },
});
