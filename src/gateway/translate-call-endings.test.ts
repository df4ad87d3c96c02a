import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  caller,
  createCall,
  openGateway,
  rateWithLeft,
  type Steps,
  TemporaryError,
  translated,
} from '../../test/support/noted-gateway.ts';
import { keyRevoked, teamSuspended } from '../auth/refusals.ts';
import { EngineError } from '../engines/engine.ts';
import { problem } from '../lib/errors.ts';
import type { ChargeOutcome } from '../metering/metering.ts';
import { OverloadError } from '../translate/overload-error.ts';
import type { Arrival } from '../translate/translator.ts';
import type { ArrivingCall, TranslateCall } from './translate-call.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const beginning = ['begin', 'count', 'admit 5 of team'];
const untilLook = [...beginning, 'prepare for team', 'look 5 of team'];
const untilTranslate = [...untilLook, 'translate'];
const untilCharge = [...untilTranslate, 'charge'];

const tooLarge = { ok: false, problem: problem('payload_too_large', 'of the test') } as const;
const unsupported = { ok: false, problem: problem('unsupported_language', 'of the test') } as const;

interface Ending {
  readonly name: string;
  readonly steps: Partial<Steps>;
  /** The code of the reported problem and of the counted refusal. */
  readonly code: string;
  readonly retryAfterSeconds?: number;
  /** The events up to the end of the call. */
  readonly events: readonly string[];
  /** The remaining requests in the answer; undefined if the limits were not checked. */
  readonly left?: number;
}

const refusedByCharge = (verdict: ChargeOutcome['verdict'], code: string, retryAfterSeconds?: number) => ({
  name: `the charge says ${verdict}`,
  steps: { charge: () => ({ verdict, characters: 0 }) as ChargeOutcome },
  code,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  events: [...untilCharge, 'leave'],
  left: 2,
});

const refusals: Ending[] = [
  {
    name: 'it is too large',
    steps: { count: () => tooLarge },
    code: 'payload_too_large',
    events: ['begin', 'count'],
  },
  {
    name: 'its engines shed it',
    steps: { shedsOnArrival: () => true },
    code: 'engine_unavailable',
    retryAfterSeconds: 2,
    events: ['begin', 'count'],
  },
  {
    name: 'its team calls too fast',
    steps: { admit: () => ({ ok: false, reason: 'requests', limit: 5, retryAfterSeconds: 7 }) },
    code: 'rate_limited',
    retryAfterSeconds: 7,
    events: beginning,
    left: 2,
  },
  {
    name: 'its team has too many calls in flight',
    steps: { admit: () => ({ ok: false, reason: 'in_flight', limit: 5, retryAfterSeconds: 1 }) },
    code: 'rate_limited',
    retryAfterSeconds: 1,
    events: beginning,
    left: 2,
  },
  {
    name: 'its texts cannot be taken apart',
    steps: { prepare: () => tooLarge },
    code: 'payload_too_large',
    events: [...beginning, 'prepare for team', 'leave'],
    left: 2,
  },
  {
    name: 'its markup turns out to have more characters than the rate allows',
    steps: {
      count: () => ({ ok: true, characters: undefined }),
      prepare: () => 9,
      takeCharacters: () => ({ ok: false, reason: 'characters', limit: 5, retryAfterSeconds: 4 }),
    },
    code: 'rate_limited',
    retryAfterSeconds: 4,
    events: ['begin', 'count', 'admit 0 of team', 'prepare for team', 'take 9 of team', 'leave'],
    left: 1,
  },
  {
    name: 'its context with each of its texts is more than the team can ever send at once',
    steps: {
      count: () => ({ ok: true, characters: undefined }),
      prepare: () => ({ texts: 9, context: 40 }),
      takeCharacters: () => ({ ok: false, reason: 'size', characters: 49, most: 48 }),
    },
    code: 'payload_too_large',
    events: ['begin', 'count', 'admit 0 of team', 'prepare for team', 'take 49 of team', 'leave'],
    left: 1,
  },
  {
    name: 'its Idempotency-Key was charged for another body',
    steps: { look: () => 'conflict' },
    code: 'conflict',
    events: [...untilLook, 'leave'],
    left: 2,
  },
  {
    name: 'the balance does not cover it',
    steps: { look: () => 'quota_exceeded' },
    code: 'quota_exceeded',
    events: [...untilLook, 'leave'],
    left: 2,
  },
  {
    name: 'no engine has its languages',
    steps: { translate: () => unsupported },
    code: 'unsupported_language',
    events: [...untilTranslate, 'leave'],
    left: 2,
  },
  {
    name: 'the engine fails',
    steps: { translate: () => Promise.reject(new EngineError('of the test')) },
    code: 'engine_unavailable',
    retryAfterSeconds: 2,
    events: [...untilTranslate, 'leave'],
    left: 2,
  },
  {
    name: 'the engine has too much to do',
    steps: { translate: () => Promise.reject(new OverloadError('of the test')) },
    code: 'engine_unavailable',
    retryAfterSeconds: 2,
    events: [...untilTranslate, 'leave'],
    left: 2,
  },
  refusedByCharge('conflict', 'conflict'),
  refusedByCharge('key_revoked', 'key_revoked'),
  refusedByCharge('team_suspended', 'forbidden'),
  refusedByCharge('quota_exceeded', 'quota_exceeded'),
  refusedByCharge('too_late', 'engine_unavailable', 2),
  refusedByCharge('over', 'engine_unavailable', 2),
  refusedByCharge('unknown', 'service_unavailable', 2),
];

describe.each(refusals)('a call is refused when $name', (ending) => {
  const { steps, code, retryAfterSeconds, events, left } = ending;

  test('and goes no further; its place is given back once, and nothing is answered', async () => {
    const gateway = openGateway(steps);
    const outcome = await gateway.translate(createCall());
    expect(outcome).toEqual({
      ok: false,
      problem: {
        code,
        detail: expect.any(String),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
      ...(left !== undefined && { rate: rateWithLeft(left) }),
    });
    expect(gateway.events).toEqual([...events, `end ${code}`]);
    expect(gateway.refusals).toEqual([`${code} of team`]);
  });
});

describe('the words of a refusal', () => {
  const refusalOf = async (steps: Partial<Steps>) => {
    const outcome = await openGateway(steps).translate(createCall());
    return outcome.ok ? undefined : outcome.problem;
  };

  test('of a revoked key and of a suspended team are those that authentication uses', async () => {
    expect(await refusalOf({ charge: () => ({ verdict: 'key_revoked', characters: 0 }) })).toEqual(
      keyRevoked,
    );
    expect(await refusalOf({ charge: () => ({ verdict: 'team_suspended', characters: 0 }) })).toEqual(
      teamSuspended,
    );
  });

  test('are those of the translator where it refuses', async () => {
    expect(await refusalOf({ count: () => tooLarge })).toEqual(tooLarge.problem);
    expect(await refusalOf({ prepare: () => tooLarge })).toEqual(tooLarge.problem);
    expect(await refusalOf({ translate: () => unsupported })).toEqual(unsupported.problem);
  });
});

describe('the log', () => {
  test('has a line for an engine that failed, and none for a call that was shed', async () => {
    const failing = openGateway({ translate: () => Promise.reject(new EngineError('of the test')) });
    await failing.translate(createCall());
    const shedding = openGateway({ translate: () => Promise.reject(new OverloadError('of the test')) });
    await shedding.translate(createCall());
    expect([failing.errors, shedding.errors]).toEqual([['an engine failed'], []]);
  });
});

/** Ends the call during a step, which then fails like a step whose signal is aborted. */
const endsDuring = (end: () => void) => (): Promise<never> => {
  end();
  return Promise.reject(new Error('aborted'));
};

describe.each([
  {
    cause: 'its deadline comes',
    end: () => void vi.advanceTimersByTime(30_000),
    ended: 'engine_unavailable',
    counted: ['engine_unavailable of team'],
    detail: /not ready in time/,
  },
  {
    cause: 'its client hangs up',
    end: (call: TranslateCall) => call.lifetime.disconnect(),
    ended: 'disconnected',
    counted: [],
    detail: /cannot serve/,
  },
])('a call is not charged when $cause', ({ end, ended, counted, detail }) => {
  test.each([
    ['while its texts are taken apart', 'prepare', [...beginning, 'prepare for team']],
    ['while it is translated', 'translate', untilTranslate],
  ] as const)('%s', async (_, step, events) => {
    const call = createCall();
    const gateway = openGateway({ [step]: endsDuring(() => end(call)) });
    const outcome = await gateway.translate(call);
    expect(outcome).toMatchObject({
      ok: false,
      problem: { code: 'engine_unavailable', detail: expect.stringMatching(detail) },
      rate: rateWithLeft(2),
    });
    expect(gateway.events).toEqual([...events, 'leave', `end ${ended}`]);
    expect(gateway.refusals).toEqual(counted);
    expect(gateway.errors).toEqual([]);
  });

  test('while it waits for its charge', async () => {
    const call = createCall();
    const gateway = openGateway({
      charge(signal) {
        end(call);
        return { verdict: signal.aborted ? 'over' : 'unknown' };
      },
    });
    const outcome = await gateway.translate(call);
    expect(outcome).toMatchObject({ ok: false, problem: { detail: expect.stringMatching(detail) } });
    expect(gateway.events).toEqual([...untilCharge, 'leave', `end ${ended}`]);
    expect(gateway.refusals).toEqual(counted);
  });
});

test('a call whose client hangs up after the charge is a call that was answered', async () => {
  const call = createCall();
  const gateway = openGateway({
    charge() {
      call.lifetime.disconnect();
      return { verdict: 'charged', characters: 5 };
    },
  });
  expect(await gateway.translate(call)).toMatchObject({
    ok: true,
    characters: 5,
    translations: translated.translations,
  });
  expect(gateway.events).toEqual([...untilCharge, 'leave', 'end ok']);
  expect(gateway.refusals).toEqual([]);
});

describe.each([
  ['a store that is away', new TemporaryError('away'), 'service_unavailable'],
  ['a fault of the program', new Error('fault'), 'internal_error'],
])('%s', (_, error, code) => {
  const fail = () => Promise.reject(error);

  test.each([
    ['at the limits', { admit: fail }, beginning],
    ['when texts are taken apart', { prepare: fail }, [...beginning, 'prepare for team', 'leave']],
    [
      'at the limits of markup',
      { count: () => ({ ok: true, characters: undefined }), takeCharacters: fail },
      ['begin', 'count', 'admit 0 of team', 'prepare for team', 'take 5 of team', 'leave'],
    ],
    ['at the look', { look: fail }, [...untilLook, 'leave']],
    ['at the charge', { charge: fail }, [...untilCharge, 'leave']],
  ] satisfies [string, Partial<Steps>, string[]][])(
    '%s ends the call with its error',
    async (_at, steps, events) => {
      const gateway = openGateway(steps);
      await expect(gateway.translate(createCall())).rejects.toBe(error);
      expect(gateway.events).toEqual([...events, `end ${code}`]);
      // The code that answers the error counts it.
      expect(gateway.refusals).toEqual([]);
    },
  );
});

describe('a call whose body was not read', () => {
  const arriving = (skipsCache = false): ArrivingCall => {
    const deadlineMs = Date.now() + 600_000;
    return { caller, dialect: 'v1', deadlineMs, skipsCache };
  };

  test('is refused where all engines shed it, with a time to come back, and counted once', () => {
    const gateway = openGateway({ shedsOnArrival: () => true });
    expect(gateway.shedOnArrival(arriving())).toMatchObject({
      code: 'engine_unavailable',
      retryAfterSeconds: 2,
    });
    expect(gateway.events).toEqual(['begin', 'end engine_unavailable']);
    expect(gateway.refusals).toEqual(['engine_unavailable of team']);
    expect(gateway.ended).toMatchObject([{ mode: 'test', characters: 0, steps: {} }]);
  });

  test('is asked for in the name of its team, with the time that is left to translate', () => {
    const asked: Arrival[] = [];
    const gateway = openGateway({ shedsOnArrival: (arrival) => asked.push(arrival) === 0 });
    expect([gateway.shedOnArrival(arriving()), gateway.shedOnArrival(arriving(true))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(asked).toMatchObject([
      { teamId: 'team', engines: ['apertium'], usesCache: true },
      { usesCache: false },
    ]);
    const leftMs = (asked[0]?.deadlineMs ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(300_000);
    expect(leftMs).toBeLessThanOrEqual(599_800);
    expect([gateway.events, gateway.refusals]).toEqual([[], []]);
  });
});

test('a call with an Idempotency-Key is not shed for skipping a cache that its repeat would read', async () => {
  const asked: Arrival[] = [];
  const gateway = openGateway({ shedsOnArrival: (arrival) => asked.push(arrival) === 0 });
  const call = createCall({ skipsCache: true });
  await gateway.translate(call);
  await gateway.translate(createCall({ skipsCache: true, idempotency: { key: 'aa', body: 'bb' } }));
  expect(asked).toMatchObject([
    { teamId: 'team', engines: ['apertium'], usesCache: false, request: call.request },
    { usesCache: true },
  ]);
});
