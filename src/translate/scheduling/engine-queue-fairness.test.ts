import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Engine, type EngineCapacity, EngineError, type TranslateBatch } from '../../engines/engine.ts';
import { EngineQueue } from './engine-queue.ts';
import { EngineSlots } from './engine-slots.ts';
import { TeamTimes } from './team-times.ts';

const usual = { batchesAtOnce: 1, textsPerBatch: 1, charactersPerBatch: 1_000, stallMs: 60_000 };

/** An engine that answers in upper case when the test calls `answer`, or after `workMs`. */
function openQueue(capacity: Partial<EngineCapacity> = {}, workMs = 0) {
  let now = 0;
  const times = new TeamTimes({ workers: capacity.workers, now: () => now });
  const asked: { batch: TranslateBatch; answer(): void; fail(error: Error): void }[] = [];
  const engine: Engine = {
    id: 'test',
    version: '1',
    capacity: { ...usual, ...capacity },
    pairs: () => [],
    translate(batch) {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      const answer = () => resolve(batch.texts.map((text) => text.toUpperCase()));
      asked.push({ batch, answer, fail: reject });
      if (workMs > 0) setTimeout(answer, workMs);
      return promise;
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
  const openAnother = (slots?: EngineSlots) =>
    new EngineQueue(engine, { source: 'en', target: 'es' }, { times, slots });
  const queue = openAnother();
  const send = (teamId: string, texts: string[], signal = new AbortController().signal, by = queue) =>
    by.translate(texts, { teamId, deadlineMs: Date.now() + 30_000, signal });
  const texts = () => asked.map(({ batch }) => batch.texts.join());
  return {
    times,
    asked,
    texts,
    send,
    openAnother,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('the time until the answer is charged, and twice when it is a failure', async () => {
  const { times, asked, send } = openQueue();
  const good = send('good', ['a']);
  await delay(20);
  asked[0]?.answer();
  await good;
  const bad = send('bad', ['a']);
  await delay(20);
  asked[1]?.fail(new EngineError('no'));
  await expect(bad).rejects.toThrow('no');
  const [forGood = 0, forBad = 0] = ['good', 'bad'].map((teamId) => times.orderOf(teamId));
  expect(forGood).toBeGreaterThanOrEqual(19);
  expect(forBad).toBeGreaterThanOrEqual(38);
});

test('what a caller gives up is charged for the time that it took', async () => {
  const { times, send } = openQueue();
  const controller = new AbortController();
  const call = send('a', ['a'], controller.signal);
  await delay(20);
  controller.abort(new Error('hung up'));
  await expect(call).rejects.toThrow('hung up');
  await delay(1);
  expect(times.orderOf('a')).toBeGreaterThanOrEqual(19);
});

test('an engine that measures its work charges it by itself', async () => {
  const { times, asked, send } = openQueue({ chargesWork: true });
  const call = send('a', ['a']);
  await delay(20);
  asked[0]?.batch.claim?.charge(3);
  asked[0]?.answer();
  await call;
  expect(times.orderOf('a')).toBeCloseTo(3);
});

test('a long text is cut before it waits, and the texts of others go between its pieces', async () => {
  const { send, texts } = openQueue({ charactersPerText: 20 }, 1);
  const long = 'One sentence is here. Two sentences are. Three are here now. Four of them.';
  const [answer, other] = await Promise.all([send('greedy', [long]), send('modest', ['Short.'])]);
  expect([answer, other]).toEqual([[long.toUpperCase()], ['SHORT.']]);
  expect(texts().indexOf('Short.')).toBe(1);
  expect(texts().length).toBeGreaterThan(4);
});

test('a team whose texts take long goes behind one whose texts are quick', async () => {
  const { times, send, asked, texts } = openQueue({ chargesWork: true });
  const answerNext = async (workedMs: number) => {
    const next = asked.at(-1);
    next?.batch.claim?.charge(workedMs);
    next?.answer();
    await delay(1);
  };
  const calls = [
    ...['h1', 'h2', 'h3'].map((text) => send('hard', [text])),
    ...['e1', 'e2', 'e3'].map((text) => send('easy', [text])),
  ];
  for (const ms of [1_000, 10, 10, 10, 1_000, 1_000]) await answerNext(ms);
  await Promise.all(calls);
  expect(texts()).toEqual(['h1', 'e1', 'e2', 'e3', 'h2', 'h3']);
  expect(times.orderOf('hard')).toBeGreaterThan(times.orderOf('easy'));
});

test('a lane that waits for long work of another lane goes on when that ends', async () => {
  const { times, asked, send, openAnother, pass } = openQueue({ workers: 2, chargesWork: true });
  for (const [teamId, workedMs] of [
    ['short', 1],
    ['long', 500],
  ] as const) {
    const claim = times.begin([{ teamId, characters: 100 }]);
    claim.charge(workedMs);
    claim.end();
  }
  pass(1_000);
  const text = 'x'.repeat(100);
  const first = send('long', [text]);
  const second = send('long', [text], undefined, openAnother(new EngineSlots(4)));
  await delay(1);
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  await first;
  expect(asked).toHaveLength(2);
  asked[1]?.answer();
  expect(await second).toEqual([text.toUpperCase()]);
});
