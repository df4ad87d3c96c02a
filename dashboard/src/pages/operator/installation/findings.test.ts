import { expect, test } from 'vitest';
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { busiest, loadByPair, usesOfModels } from './by-pair.ts';
import { findingsOf } from './findings.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
type Engine = InstalledNode['engines'][number];
type Queue = InstalledNode['queues'][number];

const engine = (changes: Partial<Engine> = {}): Engine => ({
  id: 'apertium',
  version: '1',
  healthy: true,
  detail: '12 pairs',
  since: time(0),
  pairs: 12,
  models: [],
  memory: null,
  ...changes,
});
const queue = (changes: Partial<Queue> = {}): Queue => ({
  engine: 'apertium',
  pair: 'en>es',
  waiting_characters: 0,
  is_left_alone: false,
  calls: 10,
  p50_ms: 4,
  p95_ms: 9,
  ...changes,
});
const node = (changes: Partial<InstalledNode> = {}): InstalledNode => ({
  id: 'n1',
  host: 'alpha',
  process_id: 1,
  version: '0.1.0',
  started_at: time(0),
  last_seen_at: time(60),
  reported_at: time(60),
  is_live: true,
  reaches_redis: true,
  engines: [engine()],
  queues: [queue()],
  ...changes,
});
const gone = { id: 'n2', process_id: 2, is_live: false, last_seen_at: time(30), reported_at: time(30) };

test('nothing is wrong with nodes and engines that are well', () => {
  expect(findingsOf([node(), node({ id: 'n3' })])).toEqual([]);
});

test.each<[string, InstalledNode[], string, 'bad' | 'warn']>([
  ['no node', [], 'No node is live', 'bad'],
  ['only dead nodes', [node(gone)], 'No node is live', 'bad'],
  [
    'an engine that is not well',
    [node(), node({ engines: [engine({ healthy: false, detail: 'no models' })] })],
    'apertium is unhealthy on 1 of 2 nodes: no models',
    'bad',
  ],
  ['a node without Redis', [node({ reaches_redis: false })], 'alpha (1) cannot reach Redis', 'warn'],
  ['a node that reports no more', [node({ reported_at: time(59) })], 'has stopped reporting', 'warn'],
  ['a pair that failed', [node({ queues: [queue({ is_left_alone: true })] })], 'failed for en → es', 'warn'],
  ['a slow pair', [node({ queues: [queue({ p95_ms: 12_000 })] })], '12,000 ms', 'warn'],
  ['a node that is missed', [node(), node(gone)], 'alpha (2) stopped unexpectedly', 'warn'],
])('%s', (_name, nodes, words, level) => {
  const found = findingsOf(nodes);
  expect(found).toHaveLength(1);
  expect(found[0]?.level).toBe(level);
  expect(found[0]?.what).toContain(words);
});

test('a node that another took the place of is not missed, nor is an engine unwell before it was asked', () => {
  expect(findingsOf([node({ started_at: time(31) }), node(gone)])).toEqual([]);
  expect(findingsOf([node({ engines: [engine({ healthy: false, since: null })] })])).toEqual([]);
});

test('pairs are put together over the nodes that live, in the order of their names', () => {
  const waiting = queue({ waiting_characters: 5, p95_ms: 20, is_left_alone: true });
  const nodes = [
    node({ queues: [queue({ pair: 'es>en' }), queue()] }),
    node({ queues: [waiting] }),
    node({ ...gone, queues: [queue({ waiting_characters: 1_000 })] }),
  ];
  const loads = loadByPair(nodes);
  expect(loads.map(({ pair }) => pair)).toEqual(['en>es', 'es>en']);
  expect(loads[0]).toMatchObject({ waitingCharacters: 5, calls: 20, p95Ms: 20, leftAloneOn: 1 });
  expect(busiest(loads, 1).map(({ pair }) => pair)).toEqual(['en>es']);
});

test('a model is counted over threads and nodes', () => {
  const model = { name: 'en-de', bytes: 17, loaded_by: 2 };
  const having = node({ engines: [engine({ id: 'bergamot', models: [model] })] });
  expect(usesOfModels([having, having, node(gone)])).toEqual([
    { engine: 'bergamot', name: 'en-de', bytes: 17, threads: 4, nodes: 2 },
  ]);
});
