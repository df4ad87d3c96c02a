/** Pipelines that answer late, never, twice, in the wrong order, without end or not at all. */

import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type ProblemAnswer, type TranslateAnswer, translate } from '../support/api-client.ts';
import { expectInTime, isLong, sample } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import {
  isAlive,
  membersOf,
  peakMemoryMib,
  pipelineGroups,
  resetPeakMemory,
} from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { within } from '../support/within.ts';
import { useFakeModes } from './support/fake-modes.ts';

// Shorter than the five seconds after which a pipeline that is silent is ended.
const deadlineMs = 4_200;
const slackMs = 500;

/** None of these gives an answer that can be believed, and mostly the deadline alone shows it. */
const mute = ['late', 'never', 'without-nul', 'endless', 'huge', 'ignores-sigterm', 'answers-unasked'];
/** These give right answers between their faults, so a call may be answered, but only rightly. */
const unreliable = sample(['out-of-order', 'twice', 'exits-after-each'], 1);
/** These can tell at once that nothing will come. */
const quick = sample(
  ['wrong-number', 'not-utf8', 'missing', 'without-number', 'garbage', 'only-nuls', 'exits-at-start'],
  3,
);

const modes = useFakeModes(['good', 'dies-of-a-word', 'hangs-on-a-word', ...mute, ...quick, ...unreliable]);
const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_APERTIUM_MODES: modes.folder,
  DRAGOMAN_APERTIUM_PIPELINES: '2',
  DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let key: string;
let lastNumber = 0;

interface Timed {
  readonly answer: Answer<TranslateAnswer & ProblemAnswer>;
  readonly texts: string[];
  readonly durationMs: number;
}

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  // Its pipeline starts, however many calls that takes on a busy machine.
  const isGood = async () => expect((await ask('good', 1)).answer.status).toBe(200);
  await vi.waitFor(isGood, { timeout: 240_000, interval: 100 });
});

async function ask(behaviour: string, textCount: number, words = 'text number'): Promise<Timed> {
  const texts = Array.from({ length: textCount }, () => `${words} ${++lastNumber}`);
  const started = performance.now();
  const answer = await translate<TranslateAnswer & ProblemAnswer>(context.server.url, key, {
    text: texts,
    source_lang: 'EN',
    target_lang: modes.targetOf(behaviour),
  });
  return { answer, texts, durationMs: performance.now() - started };
}

const wasAnswered = ({ answer }: Timed) => answer.status !== 503;

function expectRight({ answer, texts }: Timed): void {
  expect(answer.body.translations.map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
}

function expectUnavailable({ answer, durationMs }: Timed): void {
  expect([answer.status, answer.body.code]).toEqual([503, 'engine_unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expectInTime('engine_unavailable', durationMs, deadlineMs + slackMs);
}

/**
 * Calls of the good pair, one after the other, for as long as the work takes, and until one is answered: on a machine that is
 * busy with others the deadline, which is short here, can be too short for anybody.
 */
async function whileOthersTranslate(work: () => Promise<void>): Promise<Timed[]> {
  const others: Timed[] = [];
  let working = true;
  const observing = (async () => {
    while (working || !(isLong || others.some(wasAnswered))) {
      others.push(await ask('good', 4));
      await delay(20);
    }
  })();
  await work().finally(() => {
    working = false;
  });
  await observing;
  return others;
}

/** Three calls at once and one after them of each kind, while the memory and the calls of another pair are watched. */
async function misbehave(...behaviours: string[]): Promise<Timed[]> {
  const { pid } = context.server;
  resetPeakMemory(pid);
  const before = peakMemoryMib(pid);
  const calls: Timed[] = [];
  const askFour = async (behaviour: string) => {
    calls.push(...(await Promise.all([1, 3, 64].map((count) => ask(behaviour, count)))));
    calls.push(await ask(behaviour, 2));
  };
  const others = await whileOthersTranslate(async () => {
    await Promise.all(behaviours.map(askFour));
  });
  expect(peakMemoryMib(pid) - before).toBeLessThan(64);
  const answered = isLong ? others : others.filter(wasAnswered);
  expect(answered.length).toBeGreaterThan(0);
  for (const other of answered) expectRight(other);
  // The usual one: a single late one can be the machine's, which starts pipelines over and over meanwhile.
  expectInTime('calls of another pair, median', median(others.map(({ durationMs }) => durationMs)), 500);
  return calls;
}

// All at once: what is waited for is the deadline, and together they must not cost other pairs more than one did.
test(`${mute.join(', ')}: engine_unavailable within the deadline, other pairs untouched`, async () => {
  const calls = await misbehave(...mute);
  expect(calls).toHaveLength(4 * mute.length);
  for (const call of calls) expectUnavailable(call);
});

test.each(quick)('%s: engine_unavailable within the deadline, other pairs untouched', async (behaviour) => {
  const calls = await misbehave(behaviour);
  for (const call of calls) expectUnavailable(call);
  // Given up on, not timed out; where others have the processor, all four can starve.
  const givenUp = calls.filter(({ answer }) => !answer.body.detail.includes('in time'));
  if (isLong) expect(givenUp).not.toEqual([]);
});

test.each(unreliable)('%s: right or engine_unavailable, other pairs untouched', async (behaviour) => {
  const calls = await misbehave(behaviour);
  for (const call of calls) {
    if (call.answer.status === 200) expectRight(call);
    else expectUnavailable(call);
  }
});

test('an answer that comes after its caller gave up goes to nobody else', async () => {
  expectUnavailable(await ask('late', 1));
  // The pipeline has written the late answer by now and reads the next question.
  await delay(1_500);
  expectUnavailable(await ask('late', 1));
});

test.each(['dies-of-a-word', 'hangs-on-a-word'])(
  '%s: fails the call with that word and no other one',
  async (behaviour) => {
    const harmless = Array.from({ length: 4 }, () => ask(behaviour, 5));
    const bad = ask(behaviour, 3, 'poison');
    const later = Array.from({ length: 4 }, () => ask(behaviour, 5));
    expectUnavailable(await bad);
    for (const call of await Promise.all([...harmless, ...later])) {
      if (call.answer.status === 200) expectRight(call);
      else if (isLong && behaviour === 'dies-of-a-word') expect(call.answer.status).toBe(200);
      else expectUnavailable(call); // behind a hung pipeline until the watchdog ends it
    }
  },
);

test('no process outlives the server', async () => {
  const groups = new Set(pipelineGroups(context.server.pid).keys());
  expect(groups.size).toBeGreaterThan(0);
  expect(await context.server.stop()).toBe(0);
  expect(await within(60_000, () => !membersOf(groups).some(isAlive))).toBe(true);
});
