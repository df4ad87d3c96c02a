import { expect, test, vi } from 'vitest';
import { createMetrics } from '../observability/metrics.ts';
import { EngineSupervisor } from '../translate/supervision/engine-supervisor.ts';
import { startEngineProbes } from './engine-probes.ts';

const well = { healthy: true, detail: 'well' };
const ill = { healthy: false, detail: 'ill' };

/** The supervisor's knowledge after one round of health checks with these answers, and what was logged. */
async function afterOneRound(...answers: (typeof well)[]) {
  const supervisor = new EngineSupervisor();
  const health = vi.fn(async () => answers.shift() ?? ill);
  const warn = vi.fn();
  const logger = { debug: warn, info: warn, warn, error: warn };
  await startEngineProbes({
    engines: [{ id: 'engine', health }],
    supervisor,
    metrics: createMetrics(),
    logger,
  }).close();
  return {
    known: supervisor.healthOf('engine'),
    asked: health.mock.calls.length,
    logged: warn.mock.calls.length,
  };
}

test('an engine that is well is asked once', async () => {
  expect(await afterOneRound(well)).toMatchObject({ known: well, asked: 1, logged: 0 });
});

test('one bad answer is asked for again, and does not take the engine out', async () => {
  expect(await afterOneRound(ill, well)).toMatchObject({ known: well, asked: 2, logged: 0 });
});

test('two of them do', async () => {
  expect(await afterOneRound(ill, ill)).toMatchObject({ known: ill, asked: 2, logged: 1 });
});
