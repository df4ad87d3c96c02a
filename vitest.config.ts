import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const isLong = process.env.DRAGOMAN_LONG === '1';
const minutes = 60_000;

interface Files {
  readonly include: string[];
  readonly exclude?: string[];
}

/** A suite on real services: Postgres, Redis and Apertium of the machine, or its own to kill. */
function suite(
  name: string,
  order: number,
  workers: number,
  testTimeout: number,
  files: Files = { include: [`test/${name}/**/*.test.ts`] },
) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/support/global-setup.ts'],
      // One suite after the other: they start servers, and some of them measure.
      sequence: { groupOrder: order },
      maxWorkers: workers,
      testTimeout,
      hookTimeout: 2 * minutes,
    },
  };
}

/** Those of the chaos tests that count and don't measure: two at once make their faults no milder. */
const chaosThatCounts = [
  'api-crash',
  'auth-oracle',
  'document-workers',
  'ledger-model',
  'postgres-crash',
  'restore-drill',
  'revocation',
  'revocation-of-minting-keys',
  'rolling-restart',
  'secrecy',
  'spending',
  'suspension',
  'tenant-isolation',
].map((file) => `test/chaos/${file}.test.ts`);

// Time-outs are bounds for a machine that is busy with other things; a quiet one needs a fraction of them.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'unit', include: ['{src,dashboard/src,bench}/**/*.test.ts'], testTimeout: 30_000 } },
      suite('integration', 1, 3, minutes),
      suite('acceptance', 2, 3, minutes),
      suite('compat', 3, 3, minutes),
      suite('browser', 4, 2, 2 * minutes),
      suite('protection', 5, isLong ? 1 : 2, isLong ? 60 * minutes : 3 * minutes),
      // Two at once: the longest of them waits for deadlines most of the time.
      suite('faults', 6, isLong ? 1 : 2, isLong ? 60 * minutes : 3 * minutes),
      suite('hostile', 7, 1, isLong ? 40 * minutes : 16 * minutes),
      suite('chaos-exact', 8, isLong ? 1 : 2, isLong ? 120 * minutes : 10 * minutes, {
        include: chaosThatCounts,
      }),
      suite('chaos', 9, 1, isLong ? 120 * minutes : 10 * minutes, {
        include: ['test/chaos/**/*.test.ts'],
        exclude: chaosThatCounts,
      }),
      suite('soak', 10, 1, isLong ? 60 * minutes : 3 * minutes),
      suite('bench', 11, 1, 5 * minutes),
      // Writes files, so only when it is asked for: `npm run screenshots`.
      ...(process.env.DRAGOMAN_SCREENSHOTS === '1' ? [suite('screenshots', 12, 1, 5 * minutes)] : []),
    ],
  },
});
