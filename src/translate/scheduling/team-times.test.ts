import { expect, test } from 'vitest';
import { TeamTimes } from './team-times.ts';

function startTimes(workers?: number, longAtOnce?: number) {
  let now = 0;
  const times = new TeamTimes({ workers, longAtOnce, now: () => now });
  const begin = (...teamIds: string[]) => times.begin(teamIds.map((teamId) => ({ teamId, characters: 950 })));
  /** Charges one text of 950 characters with this duration. */
  const work = (teamId: string, workedMs: number, details = {}) => {
    const claim = begin(teamId);
    claim.charge(workedMs, details);
    claim.end();
  };
  return {
    times,
    begin,
    work,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('what is expected counts until the work ends, and then what was measured', () => {
  const { times, begin, work } = startTimes();
  work('a', 100);
  const before = times.orderOf('a');
  const claim = begin('a');
  expect(claim.expectedMs).toBeCloseTo(100);
  expect(times.orderOf('a') - before).toBeCloseTo(100);
  claim.charge(700);
  claim.end();
  expect(times.orderOf('a') - before).toBeCloseTo(700);
});

test('a claim ends once, and what is charged afterwards still counts', () => {
  const { times, begin } = startTimes();
  const claim = begin('a');
  claim.end();
  claim.end();
  expect(times.orderOf('a')).toBe(0);
  claim.charge(300);
  expect([times.orderOf('a'), claim.workedMs]).toEqual([300, 300]);
});

test('work that was cut off costs twice its time', () => {
  const { times, work } = startTimes();
  work('a', 1_000, { wasCutOff: true });
  expect(times.orderOf('a')).toBe(2_000);
});

test('a batch is charged to its teams by their characters', () => {
  const { times } = startTimes();
  const claim = times.begin([
    { teamId: 'a', characters: 300 },
    { teamId: 'b', characters: 100 },
  ]);
  claim.charge(400);
  claim.end();
  expect(['a', 'b'].map((teamId) => times.orderOf(teamId))).toEqual([300, 100]);
  expect(claim.order).toBe(100);
});

test('an idle team saves nothing up: it starts level with those at work', () => {
  const { times, work } = startTimes();
  work('early', 10);
  for (let i = 0; i < 20; i++) work('busy', 1_000);
  expect(times.orderOf('early')).toBe(times.orderOf('new'));
  expect(times.orderOf('busy') - times.orderOf('new')).toBe(1_000);
});

test('a team in debt goes behind the others, only so far, and is level again when nobody else asks', () => {
  const { times, work } = startTimes();
  for (let i = 0; i < 5; i++) work('good', 10);
  const claims = Array.from({ length: 40 }, () => times.begin([{ teamId: 'bad', characters: 950 }]));
  for (const claim of claims) claim.charge(1_000, { wasCutOff: true });
  for (const claim of claims) claim.end();
  const debt = () => times.orderOf('bad') - times.orderOf('new');
  expect(debt()).toBeGreaterThan(5_000);
  expect(debt()).toBeLessThanOrEqual(10_000);
  work('bad', 10);
  expect(debt()).toBeCloseTo(10);
});

test('a team that asks for nothing for a minute is forgotten, and one with work under way is not', () => {
  const { times, begin, work, pass } = startTimes();
  work('gone', 5_000);
  const claim = begin('slow');
  pass(60_000);
  work('other', 1);
  expect(times.teamCount).toBe(2);
  claim.charge(60_000);
  claim.end();
  expect(times.orderOf('slow')).toBeGreaterThan(times.orderOf('other'));
});

test('no more than a thousand teams are remembered', () => {
  const { times, begin, work } = startTimes();
  const claim = begin('at work');
  for (let i = 0; i < 3_000; i++) work(`team ${i}`, 10);
  expect(times.teamCount).toBe(1_000);
  claim.charge(50);
  claim.end();
  expect(times.teamCount).toBe(1_000);
});

test("what is usual is what half of the teams stay below, so that one team can't raise it", () => {
  const { times, begin, work, pass } = startTimes();
  for (let i = 0; i < 10; i++) work('attacker', 5_000);
  work('other', 10);
  pass(1_000);
  expect(begin('other').usualMs(950)).toBeCloseTo(10);
  expect(times.usualRate).toBeCloseTo(0.01);
});

test('while teams share the workers, one is kept from long texts; alone, a team has all of them', () => {
  const { times, begin, work, pass } = startTimes(3);
  work('short', 10);
  work('long', 500);
  pass(10_000);
  const isLet = () => times.mayBegin('long', 950);
  times.note('long');
  expect(times.isShared).toBe(false);
  const claims = [begin('long'), begin('long')];
  expect([claims.map(({ pace }) => pace), isLet()]).toEqual([['long', 'long'], true]);
  times.note('short');
  expect([times.isShared, isLet(), times.mayBegin('long', 10)]).toEqual([true, false, true]);
  times.note('long');
  pass(10_000);
  claims.push(begin('long'));
  expect([times.isShared, isLet()]).toEqual([false, false]);
  for (const claim of claims) claim.end();
  expect(isLet()).toBe(true);
});

test('a team with a text under way is there, however long that takes', () => {
  const { times, begin, work, pass } = startTimes(2);
  const claim = begin('slow');
  for (let i = 0; i < 5; i++) {
    work('other', 10);
    pass(9_000);
    expect(times.isShared).toBe(true);
  }
  claim.end();
  pass(10_000);
  work('other', 10);
  expect(times.isShared).toBe(false);
});

test('lanes that wait for long work are told once when it ends, whichever lane it was of', () => {
  const { times, begin, work } = startTimes(2);
  work('short', 10);
  work('long', 500);
  const claim = begin('long');
  let told = 0;
  times.whenLongEnds({ nextOrder: 0, dispatch: () => told++ });
  work('short', 10);
  expect(told).toBe(0);
  claim.end();
  begin('long').end();
  expect(told).toBe(1);
});

test('a team whose texts are cut off counts as long, and no longer when some twenty behave', () => {
  const { times, begin, work } = startTimes(2);
  work('b', 10);
  const waiting = begin('a');
  expect(waiting.pace).toBe('unknown');
  for (let i = 0; i < 3; i++) work('a', 1_000, { wasCutOff: true });
  expect([waiting.pace, times.paceOf('a', 950), times.paceOf('b', 950)]).toEqual(['long', 'long', 'short']);
  for (let i = 0; i < 40; i++) work('a', 10);
  expect(times.paceOf('a', 950)).toBe('short');
  waiting.end();
});

test('a team of which nothing is known has one text under way while it shares the workers', () => {
  const { times, begin, work } = startTimes(2);
  work('known', 10);
  expect(times.mayBegin('new', 950)).toBe(true);
  const claim = begin('new');
  expect([times.isShared, times.mayBegin('new', 950), times.mayBegin('known', 950)]).toEqual([
    true,
    false,
    true,
  ]);
  claim.charge(10);
  expect(times.mayBegin('new', 950)).toBe(true);
  claim.end();
});

test('a new team with a text that is long for anybody is taken at its length', () => {
  const { times, work } = startTimes(2);
  work('known', 10);
  expect([950, 95_000].map((characters) => times.paceOf('new', characters))).toEqual(['unknown', 'long']);
});

test('where the texts of most teams take long, only those are long that take much longer', () => {
  const { times, work, pass } = startTimes(2);
  for (let i = 0; i < 20; i++) work('usual', 300);
  for (let i = 0; i < 20; i++) work('hard', 2_000);
  pass(1_000);
  expect(['usual', 'hard'].map((teamId) => times.paceOf(teamId, 950))).toEqual(['short', 'long']);
  expect(times.longMs).toBeCloseTo(900);
});

test('a model that had to be loaded is charged, and says nothing about the next text', () => {
  const { times, begin, work } = startTimes(2);
  work('a', 10);
  work('a', 2_000, { isTypical: false });
  expect(times.orderOf('a')).toBeGreaterThan(2_000);
  expect(begin('a').expectedMs).toBeCloseTo(10);
});
