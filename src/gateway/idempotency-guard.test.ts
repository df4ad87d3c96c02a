import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { caller, createCall, openGateway, type Steps } from '../../test/support/noted-gateway.ts';
import { EngineError } from '../engines/engine.ts';
import type { ChargeOutcome } from '../metering/metering.ts';
import { OverloadError } from '../translate/overload-error.ts';
import type { TeamWork } from '../translate/translator.ts';
import type { TranslateCall } from './translate-call.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idempotency = { key: 'aa', body: 'bb' };
const replay = () => ({ replayOf: 'charged call', isReplayed: false });
const replayed = (): ChargeOutcome => ({ verdict: 'replayed', characters: 5 });
const cached = (): ReturnType<Steps['translate']> => ({
  ok: true,
  target: 'eo',
  translations: [],
  warnings: [],
});

/** Returns what the call did with its key, from entering to leaving. */
async function under(steps: Partial<Steps>, call = createCall({ idempotency })) {
  const gateway = openGateway(steps);
  const outcome = await gateway.translate(call).catch((error: Error) => error);
  const isOfKey = (event: string) => / aa\b/.test(event) && !event.startsWith('look');
  return { outcome, events: gateway.events.filter(isOfKey), works: gateway.works, charges: gateway.charges };
}

const entering = 'enter team aa with 1 others';
const enteringAlone = 'enter team aa with 0 others, besides charged call';
const claiming = 'claim the replay of team aa';
const leaving = 'leave team aa';
const counting = 'count call as a replay of team aa';
const givingBack = 'give the replay of team aa back';

/** Requests an engine, then ends as the test says. */
const asking = (end: () => never | Promise<never>) => async (work: TeamWork) => {
  await work.askEngines?.();
  return end();
};
const failing = asking(() => Promise.reject(new EngineError('of the test')));

const refused = (code: string, retryAfterSeconds?: number) => ({
  ok: false,
  problem: { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
});

describe('a first call under a key', () => {
  test('enters before it looks, and leaves when it is charged', async () => {
    const gateway = openGateway();
    await gateway.translate(createCall({ idempotency }));
    expect(gateway.events.slice(4)).toEqual([
      entering,
      'look 5 of team with a key',
      'translate',
      'charge',
      leaving,
      'leave',
      'end ok',
    ]);
  });

  test('is refused beside two others when it needs an engine, and told when to come back', async () => {
    const { outcome, events, charges } = await under({ enter: () => 'full' });
    expect(outcome).toMatchObject(refused('conflict', 1));
    expect([events, charges]).toEqual([[entering, leaving], []]);
  });

  test('is answered beside any number of others when it needs none', async () => {
    const { outcome } = await under({ enter: () => 'full', translate: cached });
    expect(outcome).toMatchObject({ ok: true });
  });

  test('is refused beside one with another body, and not told to come back', async () => {
    const { outcome } = await under({ enter: () => 'another body' });
    expect(outcome).toMatchObject(refused('conflict'));
    expect(outcome).not.toHaveProperty('problem.retryAfterSeconds');
  });

  test.each<ChargeOutcome['verdict']>([
    'replayed',
    'conflict',
    'key_revoked',
    'team_suspended',
    'quota_exceeded',
    'too_late',
  ])('counts as the replay of the charged one when its own charge says %s', async (verdict) => {
    const charge = () => ({ verdict, characters: 5 }) as ChargeOutcome;
    expect((await under({ charge })).events).toEqual([entering, counting, leaving]);
  });

  test('counts for nothing when it needed no engine, or nobody knows of its charge', async () => {
    expect((await under({ translate: cached, charge: replayed })).events).toEqual([entering, leaving]);
    const charge = (): ChargeOutcome => ({ verdict: 'unknown' });
    expect((await under({ charge })).events).toEqual([entering, leaving]);
  });

  test.each([
    ['its engine fails', failing],
    ['its engine sheds it', asking(() => Promise.reject(new OverloadError('of the test')))],
  ])('counts for nothing when %s', async (_, translate) => {
    const { outcome, events } = await under({ translate });
    expect(outcome).toMatchObject(refused('engine_unavailable', 2));
    expect(events).toEqual([entering, leaving]);
  });

  test.each([
    ['its client hangs up', (call: TranslateCall) => call.lifetime.disconnect()],
    ['its deadline comes', () => void vi.advanceTimersByTime(30_000)],
  ])('counts, if another one was charged, when %s while an engine works', async (_, end) => {
    const call = createCall({ idempotency });
    const translate = asking(() => {
      end(call);
      return Promise.reject(new Error('aborted'));
    });
    expect((await under({ translate }, call)).events).toEqual([entering, counting, leaving]);
  });

  test.each<[string, Partial<Steps>]>([
    ['the balance does not cover it', { look: () => 'quota_exceeded' }],
    ['the key was charged for another body', { look: () => 'conflict' }],
    ['the look fails', { look: () => Promise.reject(new Error('of the test')) }],
  ])('leaves when %s', async (_, steps) => {
    expect((await under(steps)).events).toEqual([entering, leaving]);
  });

  test('leaves, and counts, when its charge is lost in an error', async () => {
    const { outcome, events } = await under({ charge: () => Promise.reject(new Error('of the test')) });
    expect(outcome).toBeInstanceOf(Error);
    expect(events).toEqual([entering, counting, leaving]);
  });
});

describe('a repeat of a charged call', () => {
  test('that the cache answers claims nothing', async () => {
    const { outcome, events } = await under({ look: replay, translate: cached, charge: replayed });
    expect(outcome).toMatchObject({ ok: true, replayed: true });
    expect(events).toEqual([entering, leaving]);
  });

  test('claims the replay before it asks an engine, alone but for the charged call', async () => {
    const { outcome, events } = await under({ look: replay, charge: replayed });
    expect(outcome).toMatchObject({ ok: true, replayed: true });
    expect(events).toEqual([entering, enteringAlone, claiming, leaving]);
  });

  test('asks once, however many parts of it need an engine', async () => {
    const translate = async (work: TeamWork) => {
      await Promise.all([work.askEngines?.(), work.askEngines?.()]);
      return cached();
    };
    expect((await under({ look: replay, charge: replayed, translate })).events).toContain(claiming);
    expect((await under({ look: replay, charge: replayed, translate })).events).toHaveLength(4);
  });

  test('is refused when engines have worked for a repeat before, and says what to do', async () => {
    const { outcome, events, charges } = await under({ look: replay, claimReplay: () => false });
    expect(outcome).toMatchObject({ ...refused('replay_unavailable'), problem: { detail: /new key/ } });
    expect(outcome).not.toHaveProperty('problem.retryAfterSeconds');
    expect([events, charges]).toEqual([[entering, enteringAlone, claiming, leaving], []]);
  });

  test('is refused without asking further when the look knew it', async () => {
    const look = () => ({ ...replay(), isReplayed: true });
    const { outcome, events } = await under({ look });
    expect(outcome).toMatchObject(refused('replay_unavailable'));
    expect(events).toEqual([entering, leaving]);
    expect((await under({ look, translate: cached, charge: replayed })).outcome).toMatchObject({ ok: true });
  });

  test.each(['full', 'another body'] as const)('waits for calls under way: %s', async (entry) => {
    const enter = (besides: string | undefined) => (besides === undefined ? 'entered' : entry);
    const { outcome, events } = await under({ look: replay, enter });
    expect(outcome).toMatchObject(refused('conflict', 1));
    expect(events).toEqual([entering, enteringAlone, leaving]);
  });

  test('has its turn though two were under way when it came', async () => {
    const enter = (besides: string | undefined) => (besides === undefined ? 'full' : 'entered');
    const { outcome } = await under({ look: replay, enter, charge: replayed });
    expect(outcome).toMatchObject({ ok: true });
  });

  test.each<[string, Partial<Steps>]>([
    ['its engine fails', { translate: failing }],
    ['nobody knows of its charge', { charge: () => ({ verdict: 'unknown' }) }],
    ['the key was honoured no longer, so that it was charged itself', {}],
  ])('gives the replay back when %s', async (_, steps) => {
    const { events } = await under({ look: replay, ...steps });
    expect(events).toEqual([entering, enteringAlone, claiming, givingBack, leaving]);
  });

  test('has used it up when its client hangs up while an engine works', async () => {
    const call = createCall({ idempotency });
    const translate = asking(() => {
      call.lifetime.disconnect();
      return Promise.reject(new Error('aborted'));
    });
    expect((await under({ look: replay, translate }, call)).events).toEqual([
      entering,
      enteringAlone,
      claiming,
      leaving,
    ]);
  });

  test.each([
    { isCached: true, skipsCache: false, usesCache: true, keepsNothing: false },
    { isCached: true, skipsCache: true, usesCache: true, keepsNothing: true },
    { isCached: false, skipsCache: false, usesCache: false, keepsNothing: false },
    { isCached: false, skipsCache: true, usesCache: false, keepsNothing: true },
  ])('reads the cache where its team has one, with no-store too: $isCached, $skipsCache', async (row) => {
    const { isCached, skipsCache, ...uses } = row;
    const call = createCall({ idempotency, caller: { ...caller, isCached }, skipsCache });
    expect((await under({ look: replay, charge: replayed }, call)).works).toMatchObject([uses]);
  });
});

test('a call without a key has nothing to do with any of it', async () => {
  const gateway = openGateway();
  await gateway.translate(createCall());
  expect(gateway.works[0]?.askEngines).toBeUndefined();
  expect(gateway.events.join()).not.toContain('enter');
});

test('replays that cannot be counted are logged, and the call is answered', async () => {
  const gateway = openGateway({
    charge: replayed,
    countReplay: () => Promise.reject(new Error('of the test')),
  });
  expect(await gateway.translate(createCall({ idempotency }))).toMatchObject({ ok: true });
  expect(gateway.warnings).toEqual(['the replays of an Idempotency-Key could not be counted']);
  expect(gateway.events).toContain(leaving);
});
