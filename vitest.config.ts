import { defineConfig } from 'vitest/config';

// Three tiers: `unit` needs nothing, `integration` and `acceptance` need Postgres, Redis and Apertium.
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
