import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  caller,
  createCall,
  openGateway,
  rateWithLeft,
  translated,
} from '../../test/support/noted-gateway.ts';
import type { OwnLimits } from '../auth/caller.ts';
import { type FinishedSpan, Span } from '../observability/tracing/span.ts';
import { startCallLifetime } from './call-lifetime.ts';

const nowMs = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

const plainCall = [
  'begin',
  'count',
  'admit 5 of team',
  'prepare for team',
  'look 5 of team',
  'translate',
  'charge',
  'leave',
  'end ok',
];

test('a call is admitted, looked at, translated and charged, in this order and each once, and then answered', async () => {
  const gateway = openGateway();
  expect(await gateway.translate(createCall())).toEqual({
    ok: true,
    target: 'eo',
    translations: translated.translations,
    warnings: translated.warnings,
    characters: 5,
    replayed: false,
    rate: rateWithLeft(2),
  });
  expect(gateway.events).toEqual(plainCall);
  expect(gateway.refusals).toEqual([]);
});

test('no answer leaves before the charge is committed, and the place is kept until then', async () => {
  const charged = Promise.withResolvers<void>();
  const gateway = openGateway({
    charge: () => charged.promise.then(() => ({ verdict: 'charged', characters: 5 })),
  });
  const answered = vi.fn();
  const call = gateway.translate(createCall()).then(answered);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answered).not.toHaveBeenCalled();
  expect(gateway.events.at(-1)).toBe('charge');
  charged.resolve();
  await call;
  expect(answered).toHaveBeenCalledWith(expect.objectContaining({ ok: true }));
  expect(gateway.events).toEqual(plainCall);
});

test('no charge is asked for before the translation is there', async () => {
  const done = Promise.withResolvers<void>();
  const gateway = openGateway({ translate: () => done.promise.then(() => translated) });
  const call = gateway.translate(createCall());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gateway.events.at(-1)).toBe('translate');
  done.resolve();
  await call;
  expect(gateway.charges).toHaveLength(1);
});

describe('a call with an Idempotency-Key', () => {
  const idempotency = { key: 'aa', body: 'bb' };

  test('is looked at and charged under it', async () => {
    const gateway = openGateway();
    await gateway.translate(createCall({ idempotency }));
    expect(gateway.events).toContain('look 5 of team with a key');
    expect(gateway.charges[0]?.idempotency).toBe(idempotency);
  });

  test('that was charged before is answered again, with what was charged then', async () => {
    const gateway = openGateway({ charge: () => ({ verdict: 'replayed', characters: 4 }) });
    expect(await gateway.translate(createCall({ idempotency }))).toMatchObject({
      ok: true,
      characters: 4,
      replayed: true,
    });
    expect(gateway.ended).toMatchObject([{ outcome: 'ok', characters: 4 }]);
  });
});

describe('a key with limits of its own', () => {
  const own = { isFrom: () => true, hasBudget: true, charactersPerMinute: 3 };
  const ofKey = (more: Partial<OwnLimits> = {}) => {
    const call = createCall();
    return { ...call, caller: { ...call.caller, keyId: 'key', own: { ...own, ...more } } };
  };

  test('is asked for with its team, before any engine is', async () => {
    const gateway = openGateway();
    await gateway.translate(ofKey());
    expect(gateway.events).toEqual(
      expect.arrayContaining(['admit 5 of team and key', 'look 5 of team and key']),
    );
  });

  test('is asked for with its team when the characters are known late', async () => {
    const gateway = openGateway({ count: () => ({ ok: true, characters: undefined }), prepare: () => 9 });
    await gateway.translate(ofKey());
    expect(gateway.events).toEqual(
      expect.arrayContaining(['admit 0 of team and key', 'take 9 of team and key']),
    );
  });

  test('is not asked for where it has none', async () => {
    const gateway = openGateway();
    await gateway.translate(ofKey({ hasBudget: false, charactersPerMinute: undefined }));
    expect(gateway.events).toEqual(plainCall);
  });
});

describe('markup, whose characters are known only when it is taken apart', () => {
  const markup = { count: () => ({ ok: true, characters: undefined }) as const, prepare: () => 9 };

  test('is admitted as a request without characters, which are taken before the look', async () => {
    const gateway = openGateway(markup);
    const outcome = await gateway.translate(createCall());
    expect(gateway.events.slice(1, -2)).toEqual([
      'count',
      'admit 0 of team',
      'prepare for team',
      'take 9 of team',
      'look 9 of team',
      'translate',
      'charge',
    ]);
    expect(outcome).toMatchObject({ ok: true, rate: rateWithLeft(1) });
  });

  test('takes the characters of a context with those of the texts, and is charged for the texts alone', async () => {
    const gateway = openGateway({ ...markup, prepare: () => ({ texts: 9, context: 40 }) });
    await gateway.translate(createCall());
    expect(gateway.events).toContain('take 49 of team');
    expect(gateway.events).toContain('look 9 of team');
    expect(gateway.ended).toMatchObject([{ characters: 5 }]);
  });

  test('counts with all of its characters when it is refused later', async () => {
    const gateway = openGateway({ ...markup, look: () => 'quota_exceeded' });
    await gateway.translate(createCall());
    expect(gateway.ended).toMatchObject([{ outcome: 'quota_exceeded', characters: 9 }]);
  });

  test('has one duration for both questions to the limits', async () => {
    const gateway = openGateway({
      ...markup,
      async admit() {
        await vi.advanceTimersByTimeAsync(20);
        return { ok: true };
      },
      async takeCharacters() {
        await vi.advanceTimersByTimeAsync(30);
        return { ok: true };
      },
    });
    const call = createCall();
    await gateway.translate(call);
    expect(call.steps.limits).toBe(50);
  });
});

describe('the engine', () => {
  test('has its time less what the charge needs', async () => {
    const gateway = openGateway();
    await gateway.translate(createCall({ lifetime: startCallLifetime(30_000) }));
    await gateway.translate(createCall({ lifetime: startCallLifetime(1_000) }));
    expect(gateway.works.map(({ deadlineMs }) => deadlineMs - nowMs)).toEqual([29_800, 900]);
  });

  test('works for the team, with the engines that it may use, until the call is over', async () => {
    const gateway = openGateway();
    const call = createCall();
    await gateway.translate(call);
    expect(gateway.works).toMatchObject([
      { teamId: 'team', engines: ['apertium'], signal: call.lifetime.signal },
    ]);
  });

  test.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
  ])(
    'of a team whose texts are kept (%s), of a call that skips them (%s): uses the cache: %s',
    async (isCached, skipsCache, usesCache) => {
      const gateway = openGateway();
      await gateway.translate(createCall({ caller: { ...caller, isCached }, skipsCache }));
      expect(gateway.works[0]?.usesCache).toBe(usesCache);
    },
  );
});

test('the charge names the call, its key and its deadline, with a line for each language and engine', async () => {
  const gateway = openGateway();
  await gateway.translate(createCall());
  expect(gateway.charges).toEqual([
    {
      callId: 'call',
      teamId: 'team',
      keyId: 'key',
      mode: 'test',
      dialect: 'v1',
      target: 'eo',
      lines: [
        { source: 'en', engine: 'apertium', characters: 3, texts: 1 },
        { source: 'fr', engine: 'none', characters: 2, texts: 1 },
      ],
      deadlineMs: nowMs + 30_000,
      idempotency: undefined,
    },
  ]);
});

test('each step is timed, however the call ends', async () => {
  const gateway = openGateway({
    async look() {
      await vi.advanceTimersByTimeAsync(7);
      return 'covered' as const;
    },
    async charge() {
      await vi.advanceTimersByTimeAsync(11);
      throw new Error('of the test');
    },
  });
  const call = createCall();
  await expect(gateway.translate(call)).rejects.toThrow();
  expect(call.steps).toEqual({ limits: 0, look: 7, translate: 0, charge: 11 });
  expect(gateway.ended).toMatchObject([{ mode: 'test', durationMs: 18, steps: call.steps }]);
});

test('each step has a span, and the one that failed says so', async () => {
  const spans: FinishedSpan[] = [];
  const trace = { traceId: 'a'.repeat(32), sampling: { isSampled: true, isWanted: true } };
  const span = new Span(trace, { name: 'request', kind: 'server' }, (finished) => spans.push(finished));
  const gateway = openGateway({
    translate(work) {
      if (work.span === undefined) throw new Error('the engine has no span');
      return translated;
    },
    charge: () => Promise.reject(new Error('of the test')),
  });
  await expect(gateway.translate(createCall({ span }))).rejects.toThrow();
  span.end();
  expect(spans.map(({ name, hasFailed }) => [name, hasFailed])).toEqual([
    ['limits', false],
    ['look', false],
    ['translate', false],
    ['charge', true],
    ['request', false],
  ]);
  expect(spans.at(-1)?.attributes).toEqual({ 'dragoman.characters': 5 });
});
