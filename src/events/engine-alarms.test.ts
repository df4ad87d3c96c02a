import { expect, test } from 'vitest';
import { engineStates } from './engine-alarms.ts';

const now = new Date('2026-11-19T08:00:00Z');
const engine = (healthy: boolean, secondsAgo: number | null, id = 'apertium') => ({
  ...{ id, version: '1', healthy, detail: healthy ? 'ok' : 'gone', pairs: 1, models: [], memory: null },
  since: secondsAgo === null ? null : new Date(now.getTime() - secondsAgo * 1_000).toISOString(),
});
const node = (host: string, ...engines: ReturnType<typeof engine>[]) => ({ host, report: { engines } });

test('an engine is unhealthy where it has failed for half a minute, and settled when all nodes reached it for as long', () => {
  const states = (...nodes: ReturnType<typeof node>[]) => engineStates(nodes, now);
  expect(states(node('a', engine(false, 29)))).toMatchObject([{ unhealthy: [], isSettled: false }]);
  expect(states(node('a', engine(false, 30)), node('b', engine(true, 100)))).toEqual([
    { engine: 'apertium', unhealthy: [{ host: 'a', detail: 'gone' }], healthyNodes: 1, isSettled: false },
  ]);
  expect(states(node('a', engine(true, 29)), node('b', engine(true, 100)))).toMatchObject([
    { isSettled: false },
  ]);
  expect(states(node('a', engine(true, 30)), node('b', engine(true, 100)))).toMatchObject([
    { unhealthy: [], healthyNodes: 2, isSettled: true },
  ]);
});

test('before its first health check, an engine is neither unhealthy nor in the way of the end of an alarm', () => {
  expect(engineStates([node('a', engine(false, null))], now)).toMatchObject([
    { unhealthy: [], isSettled: false },
  ]);
  expect(engineStates([node('a', engine(true, null))], now)).toMatchObject([{ isSettled: true }]);
});

test('engines are apart', () => {
  const states = engineStates([node('a', engine(false, 60), engine(true, 60, 'other'))], now);
  expect(states.map(({ engine: id, unhealthy }) => [id, unhealthy.length])).toEqual([
    ['apertium', 1],
    ['other', 0],
  ]);
});
