import { defineConfig } from 'vitest/config';

// Tiers: `unit` needs nothing; the others need Postgres, Redis and Apertium, or start their own.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 10_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Two cores: files that each start servers and pipelines would only slow each other down.
          maxWorkers: 2,
        },
      },
      {
        // Kills servers under load, one file at a time: its clients need the cores.
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          sequence: { groupOrder: 8 },
          // A bound for machines that are busy with other things; a quiet one needs a minute at most.
          testTimeout: process.env.DRAGOMAN_LONG === '1' ? 7_200_000 : 600_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
      {
        // Measures, so it runs when nothing else does.
        test: {
          name: 'bench',
          include: ['test/bench/**/*.test.ts'],
          sequence: { groupOrder: 9 },
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Faults are timed: another file's load would be taken for the server's.
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          // The long form (DRAGOMAN_LONG=1) sends a million requests.
          testTimeout: process.env.DRAGOMAN_LONG === '1' ? 40 * 60_000 : 8 * 60_000,
          hookTimeout: 120_000,
          // One at a time: they measure delays.
          maxWorkers: 1,
        },
      },
    ],
  },
});
