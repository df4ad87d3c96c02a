import { defineConfig } from 'vitest/config';
import { catalogues } from './dashboard/messages/catalogue-plugin.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const isLong = process.env.DRAGOMAN_LONG === '1';
const minutes = 60_000;

const chromium = 'test/support/chromium-server.ts';
const mocked = 'src/**/*.mocked.test.ts';
const setupFiles = ['test/support/fixed-seeds.ts'];
/** For what never comes. How long something may take is said by no test. */
const patience = { poll: { timeout: 5 * minutes } };

/** When a suite runs: those of one group side by side, one group after the other. */
const groups = {
  /** Counts, contents and states, whatever else the machine does. Many of them wait for others most of the time. */
  correctness: { groupOrder: 1, workers: isLong ? 1 : 4 },
  /** Faults under load, and times and ratios: alone on the machine, and never in the gate. */
  alone: { groupOrder: 2, workers: 1 },
} as const;

/** Tests on real services: Postgres, Redis and Apertium of the machine, or their own to kill. */
function onServices(
  name: string,
  folders: readonly string[],
  group: keyof typeof groups,
  ...moreSetup: string[]
) {
  const { groupOrder, workers } = groups[group];
  return {
    test: {
      name,
      include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
      exclude: isLong ? [] : ['test/**/*.long.test.ts'],
      globalSetup: ['test/support/global-setup.ts', ...moreSetup],
      setupFiles,
      sequence: { groupOrder },
      maxWorkers: workers,
      // For tests that hang. How long something may take is never said by a time-out.
      testTimeout: (isLong ? 120 : 10) * minutes,
      hookTimeout: 5 * minutes,
      // What the files of a suite import is loaded once for each worker.
      isolate: false,
      expect: patience,
    },
  };
}

function suite(name: string, group: keyof typeof groups = 'correctness', ...moreSetup: string[]) {
  return onServices(name, [name], group, ...moreSetup);
}

const suites = [
  suite('integration'),
  suite('acceptance'),
  suite('compat'),
  suite('browser', 'correctness', chromium),
  suite('protection'),
  suite('faults'),
  suite('hostile'),
  suite('waiting'),
  suite('ledger'),
];

/**
 * The gate runs its suites as one: a worker and the process of its servers take seconds to start, and start once instead of once
 * for each suite.
 */
const together = process.env.DRAGOMAN_SUITES?.split(' ');

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [catalogues()],
        test: {
          name: 'unit',
          include: ['{src,dashboard/src,dashboard/messages,bench}/**/*.test.ts'],
          exclude: [mocked],
          setupFiles,
          // They share no state, and loading what they test once instead of for each file halves their time.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 10 * minutes,
          expect: patience,
        },
      },
      {
        // Components of the dashboard in a document without a browser.
        plugins: [catalogues()],
        test: {
          name: 'unit-dom',
          include: ['dashboard/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...setupFiles, 'dashboard/patient-queries.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 10 * minutes,
          expect: patience,
        },
      },
      {
        // What they replace must not be what another file has loaded already.
        test: {
          name: 'unit-mocked',
          include: [mocked],
          setupFiles,
          testTimeout: 10 * minutes,
          expect: patience,
        },
      },
      ...(together === undefined ? suites : [onServices('services', together, 'correctness', chromium)]),
      suite('chaos', 'alone'),
      suite('complexity', 'alone'),
      suite('measurement', 'alone', chromium),
      {
        // Runs the tests of others, for many minutes: not in the gate.
        test: { name: 'mutations', include: ['test/mutations/**/*.test.ts'], testTimeout: 120 * minutes },
      },
      // Writes files, so only when it is asked for: `npm run screenshots`.
      ...(process.env.DRAGOMAN_SCREENSHOTS === '1' ? [suite('screenshots', 'alone', chromium)] : []),
    ],
  },
});
