/** What is done to the ledger, drawn by chance. Numbers stand for teams, keys, documents and entries of the sequence. */
import fc from 'fast-check';
import type { CallDialect } from '../../../../src/lib/call-dialect.ts';
import { dayMs, hourMs, minuteMs } from './times.ts';

export const teamCount = 3;
export const keysPerTeam = 3;

const team = fc.nat(teamCount - 1);
const key = fc.nat(keysPerTeam - 1);
const seldom = fc.nat(9).map((n) => n === 0);
/** Nothing, once in so many times. */
const optional = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) => fc.option(arbitrary, { nil: undefined, freq });

/** Rather the team and the key of a document that is under way. */
const isWorking = fc.boolean();

const line = fc.record({
  source: fc.constantFrom('en', 'de'),
  characters: fc.nat(40),
  texts: fc.integer({ min: 1, max: 3 }),
});
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 2, selector: ({ source }) => source });

const dialect = fc.constantFrom<CallDialect>('v1', 'deepl', 'browser');

const call = fc.record({
  team,
  key,
  dialect,
  lines,
  isForeignKey: seldom,
  isLate: seldom,
  idem: fc.option(fc.nat(3), { nil: undefined }),
  body: fc.nat(1),
  /** The clock of the node that made the id, against the database's. */
  skewMs: fc.constantFrom(0, 0, 0, -15 * minuteMs, 15 * minuteMs),
  /** Ask again for a call that was sent lately, under its id. */
  repeats: optional(fc.nat(10)),
});

const work = fc.constantFrom(
  'take',
  'take',
  'take',
  'finish',
  'finish',
  'finish',
  'finish twice',
  'fail',
  'delete',
  'hold again',
  'hold again',
  'settle another amount',
);

/** How the clock is set. */
const time = fc.oneof(
  ...[
    { weight: 8, by: 40 * minuteMs },
    { weight: 4, by: 5 * hourMs },
    // On either side of the day for which an Idempotency-Key counts, and for which a document is kept.
    { weight: 2, by: dayMs - 30 * minuteMs },
    { weight: 2, by: dayMs + 30 * minuteMs },
    { weight: 1, by: 31 * dayMs },
    { weight: 1, by: 100 * dayMs },
  ].map(({ weight, by }) => ({ weight, arbitrary: fc.constant({ by }) })),
  { weight: 3, arbitrary: fc.constant('just before the end of the month' as const) },
  { weight: 3, arbitrary: fc.constant('just after the end of the month' as const) },
  // Only when it has just begun; else a little back.
  { weight: 6, arbitrary: fc.constant('back into the month before' as const) },
);

const does = <T extends string>(name: T) => fc.constant(name);

const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ does: does('charge'), calls: fc.array(call, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: does('credit'),
      team,
      amount: fc.integer({ min: -30, max: 120 }).filter((amount) => amount !== 0),
      /** An entry that was booked before, with its amount or this one. */
      repeats: optional(fc.record({ entry: fc.nat(5), isSameAmount: fc.boolean() })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('upload'),
      team,
      key,
      dialect,
      lines,
      idem: optional(fc.constant(0)),
      body: fc.nat(1),
    }),
  },
  {
    weight: 9,
    // Most often to one that is under way.
    arbitrary: fc.record({ does: does('work'), document: fc.nat(20), isAny: seldom, work }),
  },
  { weight: 5, arbitrary: fc.record({ does: does('time'), time }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('housekeeping'),
      monthsKept: optional(fc.integer({ min: 1, max: 3 }), 5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: does('quota'), team, isWorking, quota: fc.constantFrom(0, 40, 150, 250) }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('revoke'), team, key, isWorking }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: does('limit'),
      team,
      key,
      isWorking,
      budget: fc.option(fc.constantFrom(0, 30, 60, 1_000), { nil: undefined, freq: 5 }),
      /** From now on; never so near that the clock passes it by itself. */
      expiresInMs: optional(fc.constantFrom(30 * minuteMs, 3 * hourMs, 40 * dayMs), 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('suspend'), team, isWorking }) },
  // More often than teams are suspended: most of the time nobody is.
  { weight: 3, arbitrary: fc.record({ does: does('resume all') }) },
);

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Step = Drawn<typeof step>;
export type StepOf<Name extends Step['does']> = Extract<Step, { does: Name }>;
export type NewCall = Drawn<typeof call>;
export type Time = Drawn<typeof time>;
export type Work = Drawn<typeof work>;

export interface Sequence {
  readonly zone: string;
  readonly steps: readonly Step[];
}

/** A server in its time zone, and what is done on it. Half and quarter hours are where an hour of UTC is not one of theirs. */
export function sequenceOf(steps: number): fc.Arbitrary<Sequence> {
  return fc.record({
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'),
    steps: fc.array(step, { minLength: steps, maxLength: steps }),
  });
}
