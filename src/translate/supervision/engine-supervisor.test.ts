import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Engine, EngineError } from '../../engines/engine.ts';
import { EngineSupervisor } from './engine-supervisor.ts';

test('knows since when an engine is well or not, whatever it says meanwhile', () => {
  const supervisor = new EngineSupervisor();
  const sinceAfter = (healthy: boolean, detail: string, second: number) => {
    supervisor.reportHealth('x', { healthy, detail }, new Date(second * 1_000));
    return (supervisor.healthOf('x')?.since.getTime() ?? 0) / 1_000;
  };
  expect(supervisor.healthOf('x')).toBeUndefined();
  expect(sinceAfter(true, 'one', 1)).toBe(1);
  expect(sinceAfter(true, 'two', 2)).toBe(1);
  expect(sinceAfter(false, 'gone', 3)).toBe(3);
  expect(sinceAfter(false, 'still gone', 4)).toBe(3);
  expect(sinceAfter(true, 'back', 5)).toBe(5);
  expect(supervisor.healthOf('x')?.detail).toBe('back');
});

function slowEngine(id: string): Engine {
  return {
    id,
    version: '1',
    capacity: { batchesAtOnce: 1, textsPerBatch: 1, charactersPerBatch: 1_000, stallMs: 30_000 },
    pairs: () => [],
    async translate({ texts }) {
      await delay(100);
      if (texts[0] === 'fail') throw new EngineError('of the test');
      return [...texts];
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
}

test('a call is shed on arrival when every way that is open is overloaded, and counted for the first of them', async () => {
  const counted: string[] = [];
  const supervisor = new EngineSupervisor({
    countEngineCall: (engine, result) => counted.push(`${engine} ${result}`),
  });
  const [a, b] = [slowEngine('a'), slowEngine('b')].map((engine) => ({
    engine,
    source: 'en',
    target: 'es',
  })) as [
    { engine: Engine; source: string; target: string },
    { engine: Engine; source: string; target: string },
  ];
  const over = new AbortController();
  const work = { teamId: 'team', deadlineMs: Date.now() + 60_000, signal: over.signal };
  const ask = (at: typeof a) => supervisor.translate(at, ['a text'], work);
  const sheds = (teamId = 'team', ...ways: (typeof a)[]) =>
    supervisor.shedsFor(teamId, ways, Date.now() + 1_000);
  const flood = Array.from({ length: 40 }, () => ask(a).catch(() => undefined));
  await expect.poll(() => sheds('team', a)).toBe(true);
  // The other engine has had no calls, and the other team has nothing waiting.
  expect([sheds('team', a, b), sheds('another', a), sheds('team'), sheds('team', b)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  supervisor.reportHealth('b', { healthy: false, detail: 'away' });
  expect([sheds('team', b, a), sheds('team', b)]).toEqual([true, false]);
  expect(counted.filter((each) => each.endsWith('shed'))).toEqual(['a shed', 'a shed']);
  over.abort(new Error('the test is over'));
  await Promise.all(flood);
});

test('alternatives that fail do not open the circuit for translations', async () => {
  const supervisor = new EngineSupervisor();
  const at = { engine: slowEngine('a'), source: 'en', target: 'es' };
  const work = { deadlineMs: Date.now() + 600_000, signal: new AbortController().signal };
  const failFor = (teamId: string, options = {}) =>
    Promise.all(
      [1, 2, 3].map(() =>
        supervisor.translate(at, ['fail'], { ...work, teamId, options }).catch(() => undefined),
      ),
    );
  await Promise.all(['one', 'two'].map((teamId) => failFor(teamId, { alternative: 1 })));
  expect(['one', 'three'].map((teamId) => supervisor.isAvailable(at, teamId))).toEqual([true, true]);
  await Promise.all(['one', 'two'].map((teamId) => failFor(teamId)));
  expect(['one', 'three'].map((teamId) => supervisor.isAvailable(at, teamId))).toEqual([false, false]);
});
