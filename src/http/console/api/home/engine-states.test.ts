import { expect, test } from 'vitest';
import type { EngineReport } from '../../../../lib/node-report.ts';
import { describeEngineStates } from './engine-states.ts';

const report = (id: string, healthy: boolean, since: string | null = '2026-01-01T00:00:00.000Z') =>
  ({ id, healthy, since, detail: 'http://10.0.0.7 refused the key' }) as EngineReport;
const node = (...engines: EngineReport[]) => ({ isLive: true, engines });

test('an engine is healthy if every live node says so, and down if none does', () => {
  const nodes = [
    node(report('a', true), report('b', true), report('c', false), report('d', false, null)),
    node(report('a', true), report('b', false, '2026-02-01T00:00:00.000Z'), report('c', false)),
    { isLive: false, engines: [report('a', false), report('gone', true)] },
  ];
  expect(describeEngineStates(nodes, undefined)).toEqual([
    { id: 'a', state: 'healthy', since: '2026-01-01T00:00:00.000Z' },
    { id: 'b', state: 'degraded', since: '2026-02-01T00:00:00.000Z' },
    { id: 'c', state: 'down', since: '2026-01-01T00:00:00.000Z' },
    { id: 'd', state: 'unknown', since: null },
  ]);
});

test('a team sees its own engines only, in its order, and nothing of what they say', () => {
  const states = describeEngineStates([node(report('a', true), report('b', false))], ['b', 'missing']);
  expect(states.map(({ id, state }) => [id, state])).toEqual([
    ['b', 'down'],
    ['missing', 'unknown'],
  ]);
  expect(JSON.stringify(states)).not.toContain('10.0.0.7');
});
