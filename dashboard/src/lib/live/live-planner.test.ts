import { describe, expect, test } from 'vitest';
import type { LiveCall } from './live-call.ts';
import { LivePlanner } from './live-planner.ts';
import { playTyping, typed } from './simulate-typing.ts';
import { countCharacters } from './split-sentences.ts';

const limits = { maxCharacters: 131_072, maxTexts: 1_024 };
const settings = { targetLang: 'ES' };
const shout = async ({ texts }: LiveCall) =>
  texts.map((text) => ({ text: text.toUpperCase(), detectedSourceLanguage: 'EN' }));
const charged = (calls: readonly LiveCall[]) =>
  calls.flatMap(({ texts }) => texts).reduce((sum, text) => sum + countCharacters(text), 0);

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 25 sentences of about 80 characters, with abbreviations, decimals and paragraphs. */
const sentences = Array.from({ length: 25 }, (_, i) =>
  i % 5 === 0
    ? `On day ${i} the harbour of St. Malo measured 3.${i} metres of water, i.e. more than ever.`
    : `The boat number ${i} left the old harbour early, and nobody had counted its passengers.`,
);
const text = sentences
  .map((each, i) => each + (i % 7 === 6 ? '\n\n' : ' '))
  .join('')
  .trim();

async function type(planner: LivePlanner, whole: string, start = 0) {
  let now = start;
  const run = async (isAsked = false) => {
    const call = planner.plan(now, isAsked);
    if (call !== undefined) planner.answer(call, await shout(call));
    return call;
  };
  planner.change(whole, now);
  now += 10_000;
  return run();
}

describe('typing 2,000 characters in 25 sentences', () => {
  const speeds = { hasty: 60, usual: 180, searching: 1_200 };
  for (const [name, keyMs] of Object.entries(speeds))
    for (const [thinks, errs] of [
      [0, 0],
      [0.02, 0.02],
      [0.1, 0.05],
    ] as const)
      test.each([0, 900])(`${name}, pauses ${thinks}, mistakes ${errs}, %d ms latency`, async (latencyMs) => {
        const planner = new LivePlanner(settings, limits);
        const keys = typed(text, { keyMs, thinks, errs, random: randomFrom(1) });
        const calls = await playTyping(planner, keys, shout, latencyMs);
        // Who made many mistakes asks for the last sentence.
        const asked = planner.plan(Number.MAX_SAFE_INTEGER, true);
        if (asked !== undefined) planner.answer(asked, await shout(asked));
        if (asked !== undefined) calls.push(asked);
        expect(planner.view()).toMatchObject({ text: text.toUpperCase(), isComplete: true });
        expect(charged(calls) / countCharacters(text)).toBeLessThanOrEqual(1.2);
      });
});

test('the text of the simulation is as long as the promise says', () => {
  expect(sentences).toHaveLength(25);
  expect(countCharacters(text)).toBeGreaterThan(1_950);
  expect(countCharacters(text)).toBeLessThan(2_200);
});

test('a change in the middle sends its sentence alone, with the neighbours as context', async () => {
  const planner = new LivePlanner(settings, limits);
  await type(planner, 'One is here. Two is here. Three is here. Four is here.');
  const call = await type(planner, 'One is here. Two was here. Three is here. Four is here.', 20_000);
  expect(call).toMatchObject({
    texts: ['Two was here.'],
    context: 'One is here. Three is here. Four is here.',
    sourceLang: 'EN',
  });
  expect(planner.view().text).toBe('ONE IS HERE. TWO WAS HERE. THREE IS HERE. FOUR IS HERE.');
});

test('an unfinished sentence waits for a long pause, is sent once, and again only if asked for', () => {
  const planner = new LivePlanner(settings, limits);
  planner.change('The house is', 0);
  expect(planner.plan(500)).toBeUndefined();
  expect(planner.nextPlanAt(500)).toBe(1_500);
  const call = planner.plan(1_500);
  expect(call?.texts).toEqual(['The house is']);
  planner.change('The house is very', 2_000);
  expect(planner.nextPlanAt(2_000)).toBeUndefined();
  expect(planner.plan(60_000)).toBeUndefined();
  expect(planner.plan(60_000, true)?.texts).toEqual(['The house is very']);
});

test('answers may come in any order; a call is aborted when none of its sentences is left', async () => {
  const planner = new LivePlanner(settings, limits);
  planner.change('First place. ', 0);
  const first = planner.plan(1_000);
  planner.change('First place. Second place. ', 1_100);
  const second = planner.plan(2_000);
  expect([first?.texts, second?.texts]).toEqual([['First place.'], ['Second place.']]);
  if (first === undefined || second === undefined) throw new Error('both are planned');
  planner.answer(second, await shout(second));
  planner.answer(first, await shout(first));
  expect(planner.view().text).toBe('FIRST PLACE. SECOND PLACE. ');
  planner.change('First place. Second place. Third.', 3_000);
  const third = planner.plan(4_000);
  planner.change('First place. Second place. ', 4_100);
  expect([first, second, third].map((call) => call?.signal.aborted)).toEqual([false, false, true]);
});

test('an error keeps what is shown, and nothing is sent again before a change', async () => {
  const planner = new LivePlanner(settings, limits);
  await type(planner, 'One is here. Two is here.');
  expect(planner.view().isComplete).toBe(true);
  planner.change('One is here. Two was here.', 20_000);
  const call = planner.plan(21_000);
  if (call === undefined) throw new Error('a call is planned');
  planner.fail(call, 21_500);
  expect(planner.view()).toMatchObject({ text: 'ONE IS HERE. TWO IS HERE.', isComplete: false });
  expect(planner.nextPlanAt(22_000)).toBeUndefined();
  planner.change('One is here. Two was here. ', 23_000);
  expect(planner.plan(24_000)?.texts).toEqual(['Two was here.']);
});

test('a server that asks to wait gets nothing before then, and the same sentences afterwards', async () => {
  const planner = new LivePlanner(settings, limits);
  planner.change('One is here. ', 0);
  const call = planner.plan(500);
  if (call === undefined) throw new Error('a call is planned');
  planner.fail(call, 600, { retryAt: 30_000 });
  planner.change('One is here. Two is here. ', 1_000);
  expect(planner.nextPlanAt(1_000)).toBe(30_000);
  expect(planner.plan(29_000)).toBeUndefined();
  expect(planner.plan(30_000)?.texts).toEqual(['One is here.', 'Two is here.']);
});

/** A call for two sentences whose answer was lost. */
function loseCall(texts = 'One is here. Two is here. ') {
  const planner = new LivePlanner(settings, limits);
  planner.change(texts, 0);
  const call = planner.plan(500);
  if (call === undefined) throw new Error('a call is planned');
  planner.fail(call, 600, { isUnconfirmed: true });
  return { planner, call };
}

test('a call whose answer was lost is repeated as it was, and new sentences go in a call of their own', async () => {
  const { planner, call } = loseCall();
  planner.change('One is here. Two is here. Three is here. ', 1_000);
  const repeat = planner.plan(2_000);
  const other = planner.plan(2_000);
  const facts = ({ id, texts, sourceLang, context }: LiveCall) => ({ id, texts, sourceLang, context });
  if (repeat === undefined || other === undefined) throw new Error('both are planned');
  expect(facts(repeat)).toEqual(facts(call));
  expect(other.texts).toEqual(['Three is here.']);
  expect(other.id).not.toBe(call.id);
  // Refused for now, or lost again: it is the same call still.
  planner.fail(repeat, 2_100, { retryAt: 3_000 });
  const third = planner.plan(3_000);
  if (third === undefined) throw new Error('it is planned');
  planner.fail(third, 3_100, { isUnconfirmed: true, retryAt: 4_000 });
  const fourth = planner.plan(4_000);
  if (fourth === undefined) throw new Error('it is planned');
  expect([third.id, fourth.id]).toEqual([call.id, call.id]);
  planner.answer(fourth, await shout(fourth));
  planner.answer(other, await shout(other));
  expect(planner.view().isComplete).toBe(true);
  expect(planner.plan(9_000, true)).toBeUndefined();
});

test('a lost call is repeated for what is left of it, unless most of a long one was replaced', () => {
  const edited = loseCall('One. Two is a long sentence. ');
  edited.planner.change('One. Two was a long sentence. ', 1_000);
  expect(edited.planner.plan(2_000)).toMatchObject({ id: edited.call.id, texts: edited.call.texts });
  expect(edited.planner.plan(2_000)?.texts).toEqual(['Two was a long sentence.']);
  const long = (words: string) => `One.\n${`${words} `.repeat(300)}is here.\nIt ended well`;
  const rewritten = loseCall(long('Two'));
  rewritten.planner.change(long('Three'), 1_000);
  const call = rewritten.planner.plan(2_000);
  expect(call?.texts).toHaveLength(2);
  expect(call?.texts[0]).toBe('One.');
  expect(call?.id).not.toBe(rewritten.call.id);
});

test('a sentence that waits for its end is not lost from a lost call', () => {
  const planner = new LivePlanner(settings, limits);
  const open = 'And this one, which is much longer, has no end so far';
  planner.change(`One is here. ${open}`, 0);
  const call = planner.plan(2_000);
  if (call === undefined) throw new Error('a call is planned');
  expect(call.texts).toEqual(['One is here.', open]);
  planner.fail(call, 2_100, { isUnconfirmed: true });
  // Elsewhere in the text, so that the last sentence is as open as it was.
  planner.change(`Zero. One is here. ${open}`, 3_000);
  expect(planner.plan(4_000)).toMatchObject({ id: call.id, texts: call.texts });
});

test('a lost call keeps its id through other settings, and through refusals for now', () => {
  const { planner, call } = loseCall();
  planner.configure({ ...settings, targetLang: 'FR' }, 1_000);
  expect(planner.plan(2_000)?.id).not.toBe(call.id);
  planner.configure(settings, 3_000);
  const repeat = planner.plan(4_000);
  if (repeat === undefined) throw new Error('it is planned');
  expect(repeat.id).toBe(call.id);
  // The session has ended: whoever signs in again repeats the same call.
  planner.fail(repeat, 4_100);
  expect(planner.plan(5_000, true)?.id).toBe(call.id);
});

test('a call that was given up is made under the same id when its sentences come back', () => {
  const planner = new LivePlanner(settings, limits);
  planner.change('One is here. Two is here. ', 0);
  const call = planner.plan(500);
  planner.change('', 600);
  expect(call?.signal.aborted).toBe(true);
  planner.change('One is here. Two is here. ', 700);
  const again = planner.plan(2_000);
  expect(again).toMatchObject({ id: call?.id, texts: call?.texts });
  expect(again?.signal.aborted).toBe(false);
  // Probably it was not charged: nothing is paid for that nobody wants.
  planner.change('', 2_100);
  planner.change('Two is here. Three was a much longer sentence. ', 2_200);
  const other = planner.plan(3_000);
  expect(other).toMatchObject({ id: call?.id });
  planner.change('', 3_100);
  planner.change('Two is. One is here. ', 3_200);
  expect(planner.plan(4_000)?.texts).toEqual(['One is here.', 'Two is here.']);
});

test('a refusal that is certain, and a repeat that the server does not answer again, end the id of a call', () => {
  for (const refusal of [{ isFinal: true }, { retryAt: 3_000, isFinal: true }]) {
    const { planner, call } = loseCall();
    const repeat = planner.plan(2_000, true);
    if (repeat === undefined) throw new Error('it is planned');
    expect(repeat.id).toBe(call.id);
    planner.fail(repeat, 2_100, refusal);
    const next = planner.plan(3_000, true);
    expect(next?.texts).toEqual(call.texts);
    expect(next?.id).not.toBe(call.id);
  }
});

test('of several waits, the longest counts, in whatever order they arrive', () => {
  for (const waits of [
    [30_000, 5_000],
    [5_000, 30_000],
  ]) {
    const planner = new LivePlanner(settings, { maxCharacters: 1_000, maxTexts: 1 });
    planner.change('One is here.\nTwo is here.\n', 0);
    const calls = [planner.plan(500), planner.plan(500)];
    for (const [i, call] of calls.entries()) {
      if (call === undefined) throw new Error('both are planned');
      planner.fail(call, 600, { retryAt: waits[i] });
    }
    expect(planner.nextPlanAt(600)).toBe(30_000);
  }
});

/** Refuses every attempt; returns when they were made. */
function refuse(planner: LivePlanner, waitMs: number, start: number): number[] {
  const attempts: number[] = [];
  for (let at = planner.nextPlanAt(start); at !== undefined && attempts.length < 100; ) {
    attempts.push(at);
    for (let call = planner.plan(at); call !== undefined; call = planner.plan(at))
      planner.fail(call, at, { retryAt: at + waitMs });
    at = planner.nextPlanAt(at);
  }
  return attempts;
}

test('a server that always asks to wait is asked six times, and once more after a change or if asked', async () => {
  const planner = new LivePlanner(settings, { maxCharacters: 1_000, maxTexts: 1 });
  planner.change('One is here.\nTwo is here.\n', 0);
  expect(refuse(planner, 10_000, 0)).toEqual([400, 10_400, 20_400, 30_400, 40_400, 50_400]);
  expect([planner.hasFailed, planner.hasGivenUp]).toEqual([true, true]);
  planner.change('One is here.\nTwo was here.\n', 51_000);
  // The wait that the server named last is kept.
  expect(refuse(planner, 10_000, 51_000)).toEqual([60_400]);
  const call = planner.plan(61_000, true);
  if (call === undefined) throw new Error('a call is planned');
  planner.answer(call, await shout(call));
  expect([planner.hasGivenUp, refuse(planner, 10_000, 62_000).length]).toEqual([false, 6]);
});

test('nobody waits for a quota of next month: the person asks', () => {
  const planner = new LivePlanner(settings, limits);
  planner.change('One is here. ', 0);
  expect(refuse(planner, 30 * 86_400_000, 0)).toEqual([400]);
  expect([planner.hasFailed, planner.hasGivenUp]).toEqual([true, false]);
});

test.each([
  ['glossary', { glossaryId: 'g', glossaryVersion: 'EN 1' }, { glossaryId: 'g', glossaryVersion: 'EN 2' }],
  ['list of style rules', { styleId: 's', styleVersion: '1' }, { styleId: 's', styleVersion: '2' }],
])('a %s that was edited translates the sentences again', async (_, before, after) => {
  const planner = new LivePlanner({ ...settings, ...before }, limits);
  await type(planner, 'One is here.');
  expect(planner.view().isComplete).toBe(true);
  planner.configure({ ...settings, ...before }, 20_000);
  expect(planner.nextPlanAt(20_000)).toBeUndefined();
  planner.configure({ ...settings, ...after }, 20_000);
  // What was shown stays until the new translation is there.
  expect(planner.view()).toMatchObject({ text: 'ONE IS HERE.', isComplete: false });
  expect(planner.plan(21_000)?.texts).toEqual(['One is here.']);
});

test('a wording that the person prefers stays, and costs nothing', async () => {
  const planner = new LivePlanner(settings, limits);
  await type(planner, 'One is here. Two is here.');
  expect(planner.callFor('One is here.')).toMatchObject({ sourceLang: 'EN', context: 'Two is here.' });
  planner.prefer('One is here.', 'There is one.');
  expect(planner.view().text).toBe('There is one. TWO IS HERE.');
  expect(planner.plan(60_000, true)).toBeUndefined();
});

test('what was translated once for a pair is not sent again after a look at another', async () => {
  const planner = new LivePlanner(settings, limits);
  await type(planner, 'One is here.');
  planner.configure({ targetLang: 'FR' }, 20_000);
  const other = planner.plan(21_000);
  expect(other).toMatchObject({ texts: ['One is here.'], settings: { targetLang: 'FR' } });
  planner.configure(settings, 22_000);
  expect(other?.signal.aborted).toBe(true);
  expect(planner.plan(60_000)).toBeUndefined();
  expect(planner.view().text).toBe('ONE IS HERE.');
});

test('the detected language is kept until more than half of the text is new', async () => {
  const planner = new LivePlanner(settings, limits);
  const long = 'This sentence is long enough to be detected with some certainty.';
  expect((await type(planner, long))?.sourceLang).toBeUndefined();
  expect(planner.detectedLanguage).toBe('EN');
  expect((await type(planner, `${long} Si.`, 20_000))?.sourceLang).toBe('EN');
  expect(
    (await type(planner, 'Dies ist ein ganz anderer Text, der auf Deutsch ist.', 40_000))?.sourceLang,
  ).toBeUndefined();
});

test('a pasted text is sent at once in calls within the limits, and the rest is named', async () => {
  const small = { maxCharacters: 30, maxTexts: 2 };
  const planner = new LivePlanner(settings, small);
  planner.change('Aa aa.\nBb bb.\nAa aa.\nCc cc.\nDd dd.\nEe ee.\n', 0);
  const calls: LiveCall[] = [];
  for (let call = planner.plan(500); call !== undefined; call = planner.plan(500)) {
    calls.push(call);
    planner.answer(call, await shout(call));
  }
  expect(calls.map(({ texts }) => texts)).toEqual([
    ['Aa aa.', 'Bb bb.'],
    ['Cc cc.', 'Dd'],
  ]);
  expect(planner.view()).toMatchObject({ untranslatedCharacters: 12 });
});
