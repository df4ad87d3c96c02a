import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Engine, type EngineCapacity, EngineError, type TranslateBatch } from '../../engines/engine.ts';
import { EngineQueue } from './engine-queue.ts';
import { EngineSlots } from './engine-slots.ts';

type Answer = (batch: TranslateBatch, signal: AbortSignal) => Promise<string[]>;
const capacity = { batchesAtOnce: 1, textsPerBatch: 4, charactersPerBatch: 1_000, stallMs: 200 };
const upperCase: Answer = async ({ texts }) => texts.map((text) => text.toUpperCase());

function createQueue(answer: Answer, changes: Partial<EngineCapacity> = {}) {
  const batches: string[][] = [];
  const options: unknown[] = [];
  const engine: Engine = {
    id: 'test',
    version: '1',
    capacity: { ...capacity, ...changes },
    pairs: () => [],
    translate(batch, signal) {
      batches.push([...batch.texts]);
      options.push(batch.options);
      return answer(batch, signal);
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
  const queue = new EngineQueue(engine, { source: 'en', target: 'es' });
  const send = (teamId: string, texts: string[], signal = new AbortController().signal, inMs = 30_000) =>
    queue.translate(texts, { teamId, deadlineMs: Date.now() + inMs, signal });
  return { engine, queue, batches, options, send };
}

/** Answers in upper case after `open` is called. */
function held() {
  const gate = Promise.withResolvers<void>();
  const answer: Answer = async (batch, signal) => {
    await gate.promise;
    return upperCase(batch, signal);
  };
  return { answer, open: gate.resolve };
}

test('each call gets its own answers in order, whatever they were batched with', async () => {
  const { send } = createQueue(upperCase);
  const calls = [...Array(50).keys()].map((i) => send(`team ${i % 5}`, [`a${i}`, `b${i}`, `c${i}`]));
  expect(await Promise.all(calls)).toEqual([...Array(50).keys()].map((i) => [`A${i}`, `B${i}`, `C${i}`]));
});

test('control characters that the engine added are removed, and those of the text stay', async () => {
  const { send } = createQueue(async ({ texts }) =>
    texts.map((text) => `\u0001${text}\u001b\ufffe\t\r\n\u000c\uffff`),
  );
  expect(await send('team', ['a\u0001', 'b\u000c'])).toEqual(['\u0001a\u0001\t\r\n', 'b\u000c\t\r\n\u000c']);
});

test.each([
  ['half a character', '\ud800', 'b\ufffd'],
  ['NUL', '\u0000', 'b\ufffd'],
  ['runaway output', 'x'.repeat(3_000), ''],
])('%s is a fault of its text alone', async (_name, added, answer) => {
  const { send } = createQueue(async ({ texts }) =>
    texts.map((text) => (text === 'b' ? text + added : text)),
  );
  expect(await send('team', ['a', 'b', 'c'])).toEqual(['a', answer, 'c']);
});

test('what waits when the engine gets free goes together, over all calls', async () => {
  const { answer, open } = held();
  const { send, batches } = createQueue(answer);
  const calls = ['one', 'two', 'three', 'four', 'five', 'six'].map((text, i) => send(`team ${i}`, [text]));
  open();
  await Promise.all(calls);
  expect(batches).toEqual([['one'], ['two', 'three', 'four', 'five'], ['six']]);
});

test('only texts with equal options share a batch, and the engine is told them', async () => {
  const { answer, open } = held();
  const { queue, batches, options, send } = createQueue(answer);
  const { signal } = new AbortController();
  const sendWith = (formality: 'more' | 'less', text: string) =>
    queue.translate([text], {
      teamId: text,
      deadlineMs: Date.now() + 30_000,
      signal,
      options: { formality },
    });
  const calls = [
    send('first', ['first']),
    sendWith('more', 'a'),
    sendWith('less', 'b'),
    send('plain', ['plain']),
    sendWith('more', 'c'),
  ];
  open();
  expect((await Promise.all(calls)).flat()).toEqual(['FIRST', 'A', 'B', 'PLAIN', 'C']);
  expect(batches).toEqual([['first'], ['a', 'c'], ['b'], ['plain']]);
  expect(options).toEqual([undefined, { formality: 'more' }, { formality: 'less' }, undefined]);
});

test('texts with the same neighbours share a batch, but never with another team', async () => {
  const { answer, open } = held();
  const { queue, batches, options, send } = createQueue(answer, { charactersPerBatch: 20 });
  const { signal } = new AbortController();
  const [near, far] = [
    { context: 'near', key: 'near' },
    { context: 'far', key: 'far' },
  ];
  const sendWith = (teamId: string, texts: string[], unitOptions: (typeof near)[]) =>
    queue.translate(texts, {
      teamId,
      deadlineMs: Date.now() + 30_000,
      signal,
      options: { context: 'The call.' },
      unitOptions,
    });
  const calls = [
    send('first', ['first']),
    sendWith('a', ['one', 'two', 'three'], [near, near, far]),
    sendWith('b', ['four'], [near]),
  ];
  open();
  expect((await Promise.all(calls)).flat()).toEqual(['FIRST', 'ONE', 'TWO', 'THREE', 'FOUR']);
  expect(batches.toSorted()).toEqual([['first'], ['four'], ['one', 'two'], ['three']]);
  const contexts = options.map((each) => (each as { context?: string } | undefined)?.context);
  expect(contexts.toSorted()).toEqual([
    'The call.\n\nfar',
    'The call.\n\nnear',
    'The call.\n\nnear',
    undefined,
  ]);
});

test('a text that the engine gets in pieces goes without its neighbours', async () => {
  const { queue, options } = createQueue(upperCase, { charactersPerText: 10 });
  await queue.translate(['A first. A second.'], {
    teamId: 'a',
    deadlineMs: Date.now() + 30_000,
    signal: new AbortController().signal,
    unitOptions: [{ context: 'near', key: 'near' }],
  });
  expect(options).toEqual([undefined]);
});

test('the neighbours in a batch count towards its size', async () => {
  const { answer, open } = held();
  const { queue, batches, send } = createQueue(answer, { charactersPerBatch: 20 });
  const neighbours = { context: 'twelve chars', key: '' };
  const first = send('first', ['first']);
  const call = queue.translate(['four', 'five', 'six'], {
    teamId: 'a',
    deadlineMs: Date.now() + 30_000,
    signal: new AbortController().signal,
    unitOptions: [neighbours, neighbours, neighbours],
  });
  open();
  await Promise.all([first, call]);
  expect(batches).toEqual([['first'], ['four', 'five'], ['six']]);
});

test('an engine that hangs fails what waits for it, whatever its options', async () => {
  const { queue, send } = createQueue(() => new Promise(() => {}));
  const { signal } = new AbortController();
  const options = { context: 'A letter.' };
  const calls = [
    send('a', ['a']),
    send('b', ['b']),
    queue.translate(['c'], { teamId: 'c', deadlineMs: Date.now() + 30_000, signal, options }),
  ];
  for (const call of calls) await expect(call).rejects.toThrow('returned nothing');
  expect(queue.waitingCharacters).toBe(0);
});

test('an engine that says that it is busy does not hang', async () => {
  const { send } = createQueue(async (batch, signal) => {
    for (let i = 0; i < 8; i++) {
      await delay(capacity.stallMs / 4);
      batch.onBusy?.();
    }
    return upperCase(batch, signal);
  });
  expect(await send('a', ['a'])).toEqual(['A']);
});

test('one call spreads over all places of the engine', async () => {
  const { answer, open } = held();
  const { send, batches } = createQueue(answer, { batchesAtOnce: 3, textsPerBatch: 1 });
  const call = send('team', ['a', 'b', 'c', 'd']);
  expect(batches).toHaveLength(3);
  open();
  expect(await call).toEqual(['A', 'B', 'C', 'D']);
});

test('a text that breaks the engine takes down its own call alone', async () => {
  const { send } = createQueue(async (batch, signal) => {
    if (batch.texts.includes('poison')) throw new EngineError('choked');
    return upperCase(batch, signal);
  });
  const [first, bad, good] = await Promise.allSettled([
    send('a', ['x']),
    send('a', ['poison']),
    send('b', ['fine']),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'choked' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: ['FINE'] });
});

test.each([
  ['too few', async () => ['one']],
  ['too many', async () => ['a', 'b', 'c']],
  ['no texts', async () => [1, 2] as unknown as string[]],
])('rubbish is no answer: %s', async (_, answer) => {
  const { send } = createQueue(answer);
  await expect(send('team', ['a', 'b'])).rejects.toBeInstanceOf(EngineError);
});

test('a call that is given up leaves the queue at once, and its batch if nobody else is in it', async () => {
  const signals: AbortSignal[] = [];
  const { send, batches, queue } = createQueue((_, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const controller = new AbortController();
  const call = send('team', ['a', 'b', 'c', 'd', 'e', 'f'], controller.signal);
  controller.abort(new Error('hung up'));
  await expect(call).rejects.toThrow('hung up');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(queue.waitingCharacters).toBe(0);
  await delay(1);
  expect(batches).toHaveLength(1);
});

test('an engine that gives nothing back fails what waits for it, and is asked again by who comes later', async () => {
  let isHanging = true;
  const { send } = createQueue(
    (batch, signal) => (isHanging ? new Promise(() => {}) : upperCase(batch, signal)),
    {
      batchesAtOnce: 2,
    },
  );
  const calls = ['a', 'b', 'c', 'd'].map((text) => send('team', [text]));
  for (const call of calls) await expect(call).rejects.toThrow('returned nothing for 200 ms');
  isHanging = false;
  await vi.waitFor(async () => expect(await send('team', ['later'])).toEqual(['LATER']));
});

test('a call that cannot be served before its deadline is refused on arrival', async () => {
  const { send } = createQueue(
    async (batch, signal) => {
      await delay(110);
      return upperCase(batch, signal);
    },
    { textsPerBatch: 1 },
  );
  await Promise.all(Array.from({ length: 12 }, () => send('team', ['x'.repeat(100)])));
  // An idle queue accepts any call. A busy one has measured that 100 characters take about 110 ms.
  const long = send('team', ['x'.repeat(1_000)], undefined, 400);
  await expect(send('team', ['y'.repeat(1_000)], undefined, 400)).rejects.toThrow('before its deadline');
  expect(await send('team', ['y'], undefined, 3_600_000)).toEqual(['Y']);
  expect(await long).toHaveLength(1);
});

test('who has much waiting is refused before saying how much more it is; who has nothing is not', async () => {
  let waitMs = 110;
  const gate = Promise.withResolvers<void>();
  const { queue, send } = createQueue(
    async (batch, signal) => {
      await (waitMs === 0 ? gate.promise : delay(waitMs));
      return upperCase(batch, signal);
    },
    { textsPerBatch: 1, stallMs: 10_000 },
  );
  const isOverloaded = (teamId: string, inMs: number) => queue.isOverloadedFor(teamId, Date.now() + inMs);
  expect(isOverloaded('team', 1_000)).toBe(false);
  await Promise.all(Array.from({ length: 12 }, () => send('team', ['x'.repeat(100)])));
  expect(isOverloaded('team', 1_000)).toBe(false);
  waitMs = 0;
  // By now, 100 characters take about 110 ms, so 2,000 take about two seconds.
  const calls = Array.from({ length: 20 }, () => send('team', ['x'.repeat(100)]));
  expect([isOverloaded('team', 400), isOverloaded('team', 3_600_000)]).toEqual([true, false]);
  expect(isOverloaded('another', 1_000)).toBe(false);
  gate.resolve();
  await Promise.all(calls);
  expect(isOverloaded('team', 400)).toBe(false);
});

test('what is tried again call by call takes no more of an engine than its team may have', async () => {
  const [first, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let underWay = 0;
  const answer: Answer = async (batch, signal) => {
    const [text = ''] = batch.texts;
    if (batch.texts.length > 1) throw new EngineError('one of them is bad');
    underWay++;
    if (text.startsWith('first')) await first.promise;
    if (text.startsWith('again')) await again.promise;
    underWay--;
    return upperCase(batch, signal);
  };
  const { engine } = createQueue(answer, { batchesAtOnce: 4, stallMs: 60_000 });
  const queue = new EngineQueue(engine, { source: 'en', target: 'es' }, { slots: new EngineSlots(4) });
  const { signal } = new AbortController();
  const send = (teamId: string, text: string) =>
    queue.translate([text], { teamId, deadlineMs: Date.now() + 30_000, signal });
  const held = ['first a', 'first b', 'first c'].map((text) => send('greedy', text));
  const batched = Array.from({ length: 12 }, (_, i) => send('greedy', `again ${i}`));
  first.resolve();
  await Promise.all(held);
  await vi.waitFor(() => expect(underWay).toBe(3));
  expect(await send('modest', 'b')).toEqual(['B']);
  expect(underWay).toBe(3);
  again.resolve();
  expect((await Promise.all(batched)).flat()).toHaveLength(12);
});
