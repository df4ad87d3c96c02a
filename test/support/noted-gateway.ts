/** A gateway whose steps are decided by the test, with a note of every step that a call took, in order. */
import type { Caller } from '../../src/auth/caller.ts';
import { startCallLifetime } from '../../src/gateway/call-lifetime.ts';
import {
  type ArrivingCall,
  type CallOutcome,
  createGateway,
  type TranslateCall,
} from '../../src/gateway/translate-call.ts';
import type { Problem } from '../../src/lib/errors.ts';
import type { Entry } from '../../src/limits/keyed-calls.ts';
import type { Limits, RateStatus } from '../../src/limits/limits.ts';
import type { Charge, ChargeOutcome, LookVerdict, Metering } from '../../src/metering/metering.ts';
import type { StreamCharges } from '../../src/metering/streamed-calls.ts';
import { createLogger } from '../../src/observability/logger.ts';
import type { FinishedCall } from '../../src/observability/metrics/call-metrics.ts';
import type { Metrics } from '../../src/observability/metrics.ts';
import type {
  Arrival,
  CharacterCount,
  PreparedRequest,
  TeamWork,
  TranslationOutcome,
  Translator,
} from '../../src/translate/translator.ts';

type Refusal = Extract<TranslationOutcome, { ok: false }>;
type RateRefusal<Reason> = { ok: false; reason: Reason; limit: number; retryAfterSeconds: number };
type SizeRefusal = { ok: false; reason: 'size'; characters: number; most: number };
type Eventually<T> = T | Promise<T>;

/** What each step comes to; a step that throws is one that fails. */
export interface Steps {
  count(): CharacterCount | Refusal;
  admit(): Eventually<{ ok: true } | RateRefusal<'requests' | 'in_flight'>>;
  takeCharacters(): Eventually<{ ok: true } | RateRefusal<'characters'> | SizeRefusal>;
  prepare(signal: AbortSignal | undefined): Eventually<number | { context: number; texts: number } | Refusal>;
  /** Under an Idempotency-Key; `besides` is the charged call of a repeat. */
  enter(besides: string | undefined): Eventually<Entry>;
  claimReplay(): Eventually<boolean>;
  countReplay(): Eventually<void>;
  look(): Eventually<LookVerdict>;
  translate(work: TeamWork): Eventually<TranslationOutcome>;
  charge(signal: AbortSignal): Eventually<ChargeOutcome>;
  shedsOnArrival(arrival: Arrival): boolean;
  checkKey(): Eventually<Problem | undefined>;
}

/** Told apart by what is left of the requests. */
export function rateWithLeft(left: number): RateStatus {
  const limit = { burst: 10, windowSeconds: 1, left, fullInMs: 0 };
  return { requests: limit, characters: limit };
}

export const translated = {
  ok: true,
  target: 'eo',
  translations: [
    { text: 'saluton', source: 'en', engine: 'apertium', characters: 3, terms: [] },
    { text: 'mondo', source: 'fr', engine: 'none', characters: 2, terms: [] },
  ],
  warnings: [{ code: 'partly_translated', detail: 'of the test' }],
} satisfies TranslationOutcome;

const happy: Steps = {
  count: () => ({ ok: true, characters: 5 }),
  admit: () => ({ ok: true }),
  takeCharacters: () => ({ ok: true }),
  prepare: () => 5,
  enter: () => 'entered',
  claimReplay: () => true,
  countReplay: () => undefined,
  look: () => 'covered',
  async translate(work) {
    await work.askEngines?.();
    return translated;
  },
  charge: () => ({ verdict: 'charged', characters: 5 }),
  shedsOnArrival: () => false,
  checkKey: () => undefined,
};

export const caller: Caller = {
  teamId: 'team',
  keyId: 'key',
  mode: 'test',
  scopes: ['translate'],
  isCached: true,
  engines: ['apertium'],
  limits: { requestsPerSecond: 1, requestsBurst: 1, charactersPerMinute: 1, callsInFlight: 1 },
  maxWaitSeconds: 0,
};

export class TemporaryError extends Error {}

export function openGateway(overrides: Partial<Steps> = {}) {
  const steps = { ...happy, ...overrides };
  const events: string[] = [];
  const charges: Charge[] = [];
  const works: TeamWork[] = [];
  const refusals: string[] = [];
  const ended: FinishedCall[] = [];
  const errors: string[] = [];
  const warnings: string[] = [];

  const limits: Pick<Limits, 'admit' | 'takeCharacters'> = {
    async admit(teamId, ofTeam, characters, own) {
      events.push(`admit ${characters} of ${teamId}${own ? ` and ${own.keyId}` : ''}`);
      if (ofTeam !== caller.limits) throw new Error('limits of another team');
      const admission = await steps.admit();
      const rate = rateWithLeft(2);
      if (admission.ok) return { ok: true, rate, leave: () => events.push('leave') };
      return { ...admission, rate };
    },
    async takeCharacters(teamId, ofTeam, characters, own) {
      events.push(`take ${characters} of ${teamId}${own ? ` and ${own.keyId}` : ''}`);
      if (ofTeam !== caller.limits) throw new Error('limits of another team');
      const taken = await steps.takeCharacters();
      const rate = rateWithLeft(1);
      return { ...taken, rate };
    },
  };
  const translator: Pick<Translator, 'shedsOnArrival' | 'count' | 'prepare' | 'translate'> = {
    shedsOnArrival: (arrival) => steps.shedsOnArrival(arrival),
    count() {
      events.push('count');
      return steps.count();
    },
    async prepare(request, { teamId, signal }) {
      events.push(`prepare for ${teamId}`);
      const prepared = await steps.prepare(signal);
      if (typeof prepared === 'number') return preparedOf(request, prepared);
      if ('ok' in prepared) return prepared;
      return { ...preparedOf(request, prepared.texts), contextCharacters: prepared.context };
    },
    async translate(_prepared, work) {
      events.push('translate');
      works.push(work);
      return steps.translate(work);
    },
  };
  const metering: Omit<Metering, 'close'> = {
    async look(teamId, characters, idempotency, budgetOf) {
      const ofKey = budgetOf === undefined ? '' : ` and ${budgetOf}`;
      events.push(`look ${characters} of ${teamId}${ofKey}${idempotency ? ' with a key' : ''}`);
      return steps.look();
    },
    async charge(charge, signal) {
      events.push('charge');
      charges.push(charge);
      return steps.charge(signal);
    },
    replays: {
      async claim(teamId, { key }) {
        events.push(`claim the replay of ${teamId} ${key}`);
        return steps.claimReplay();
      },
      async giveBack(teamId, { key }) {
        events.push(`give the replay of ${teamId} ${key} back`);
      },
      async count(teamId, { key }, callId) {
        events.push(`count ${callId} as a replay of ${teamId} ${key}`);
        return steps.countReplay();
      },
    },
    countRefusal: (teamId, code) => refusals.push(`${code} of ${teamId}`),
  };
  const metrics: Pick<Metrics, 'beginCall' | 'endCall'> = {
    beginCall: () => events.push('begin'),
    endCall(call) {
      events.push(`end ${call.outcome}`);
      ended.push(call);
    },
  };
  const gateway = createGateway({
    limits: limits as Limits,
    keyedCalls: {
      async enter({ teamId, key }, { mostOthers, besides }) {
        const others = besides === undefined ? '' : `, besides ${besides}`;
        events.push(`enter ${teamId} ${key} with ${mostOthers} others${others}`);
        return steps.enter(besides);
      },
      async leave({ teamId, key }) {
        events.push(`leave ${teamId} ${key}`);
      },
    },
    metering: metering as Metering,
    // Streamed calls have tests of their own.
    streams: {} as StreamCharges,
    translator: translator as Translator,
    metrics: metrics as Metrics,
    logger: {
      ...createLogger('silent'),
      error: (message) => errors.push(message),
      warn: (message) => warnings.push(message),
    },
    isTemporary: (error) => error instanceof TemporaryError,
    checkKey: async () => steps.checkKey(),
  });
  return {
    events,
    charges,
    works,
    refusals,
    ended,
    errors,
    warnings,
    translate: (call: TranslateCall): Promise<CallOutcome> => gateway.translate(call),
    shedOnArrival: (call: ArrivingCall) => gateway.shedOnArrival(call),
  };
}

function preparedOf(request: PreparedRequest['request'], characters: number): PreparedRequest {
  return { ok: true, request, texts: [], characters };
}

export function createCall(overrides: Partial<TranslateCall> = {}): TranslateCall {
  return {
    id: 'call',
    caller,
    dialect: 'v1',
    request: { texts: ['hi', 'all'], targetLang: 'eo' },
    lifetime: startCallLifetime(30_000),
    skipsCache: false,
    idempotency: undefined,
    steps: {},
    ...overrides,
  };
}
