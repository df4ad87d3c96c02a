import { expect, test } from 'vitest';
import type { NodeReport } from './node-report.ts';
import { readNodeReport } from './read-node-report.ts';

const complete: NodeReport = {
  engines: [
    {
      id: 'bergamot',
      version: 'x1',
      healthy: true,
      detail: '1 pair',
      since: '2026-01-01T00:00:00.000Z',
      pairs: 1,
      models: [
        {
          name: 'en-de',
          bytes: 17_000_000,
          loaded_by: 2,
          architecture: 'tiny',
          memory_bytes: 90_000_000,
          licence: 'MPL-2.0',
          comet: 0.86,
          is_pinned: true,
        },
      ],
      memory: { bytes: 1, budget_bytes: 2 },
      model_folder: 'folder-1',
    },
  ],
  lanes: [
    {
      engine: 'bergamot',
      pair: 'en-de',
      is_left_alone: true,
      waiting_characters: 12,
      calls: 3,
      p50_ms: 4,
      p95_ms: 9,
    },
  ],
  backlog: { charges: 5, request_log: { waiting_rows: 6, lost_calls: 7 } },
  housekeeping: [{ task: 'ledger', state: 'failed', done_at: '2026-01-01T00:00:00.000Z' }],
};

test('a report of this version is read as it was written', () => {
  expect(readNodeReport(JSON.parse(JSON.stringify(complete)))).toEqual(complete);
  const withoutLog = { ...complete, backlog: { charges: 5, request_log: null } };
  expect(readNodeReport(withoutLog)).toEqual(withoutLog);
});

test.each([null, 7, 'x', [], {}, { engines: null, lanes: {} }, { engines: 'x', lanes: 7, backlog: [] }])(
  '%j is an empty report',
  (stored) => expect(readNodeReport(stored)).toEqual({ engines: [], lanes: [], housekeeping: [] }),
);

test('what has no name is left out, and every other member has a neutral value', () => {
  const stored = {
    engines: [
      null,
      7,
      {},
      { id: '' },
      { id: ['x'] },
      { id: 'old', since: 'x', models: [null, { name: 'a' }] },
    ],
    lanes: [{ engine: 'old' }, { pair: 'en-de' }, { engine: 'old', pair: 'en-de' }],
    housekeeping: [
      { task: 'ledger' },
      { task: 'ledger', state: 'paused' },
      { state: 'done' },
      { task: 'x', state: 'due', done_at: 7 },
    ],
  };
  const model = { name: 'a', bytes: 0, loaded_by: 0, architecture: null, licence: null, comet: null };
  const times = { calls: 0, p50_ms: 0, p95_ms: 0 };
  expect(readNodeReport(stored)).toEqual({
    engines: [
      {
        ...{ id: 'old', version: '', healthy: false, detail: '', since: null, pairs: 0, memory: null },
        models: [{ ...model, is_pinned: false }],
      },
    ],
    lanes: [{ engine: 'old', pair: 'en-de', is_left_alone: false, waiting_characters: 0, ...times }],
    housekeeping: [{ task: 'x', state: 'due', done_at: null }],
  });
});

test('figures are whole, not negative and safe; half of a memory or a backlog is none', () => {
  const lane = { engine: 'a', pair: 'b', calls: -1, p50_ms: 1.6, p95_ms: 1e300, waiting_characters: '7' };
  const { lanes, engines, backlog } = readNodeReport({
    lanes: [lane],
    engines: [{ id: 'a', memory: { bytes: 1 }, pairs: Number.POSITIVE_INFINITY }],
    backlog: { charges: '1' },
  });
  expect(lanes).toMatchObject([
    { calls: 0, p50_ms: 2, p95_ms: Number.MAX_SAFE_INTEGER, waiting_characters: 0 },
  ]);
  expect(engines).toMatchObject([{ memory: null, pairs: 0 }]);
  expect(backlog).toBeUndefined();
});

test('a report without end is cut', () => {
  const many = (entry: object) => Array.from({ length: 5_000 }, () => entry);
  const long = 'x'.repeat(10_000);
  const report = readNodeReport({
    engines: many({ id: long, models: many({ name: 'en-de' }) }),
    lanes: many({ engine: 'a', pair: 'b' }),
    housekeeping: many({ task: 'ledger', state: 'done' }),
  });
  expect([report.engines.length, report.lanes.length, report.housekeeping?.length]).toEqual([200, 200, 100]);
  expect([report.engines[0]?.models.length, report.engines[0]?.id.length]).toEqual([2_000, 1_000]);
});
