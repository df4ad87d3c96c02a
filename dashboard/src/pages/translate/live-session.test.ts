import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../api/client.ts';
import type { LiveAnswer } from '../../api/live-translation.ts';
import type { LiveCall } from '../../lib/live/live-planner.ts';
import { LiveSession } from './live-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shout = ({ texts }: Pick<LiveCall, 'texts'>): LiveAnswer => ({
  translations: texts.map((text) => ({
    text: text.toUpperCase(),
    detectedSourceLanguage: 'EN',
    terms: [],
    warnings: [],
  })),
  characters: texts.join('').length,
});

function open(send: (call: LiveCall) => Promise<LiveAnswer> = async (call) => shout(call)) {
  const sent: string[][] = [];
  const session = new LiveSession({ targetLang: 'ES' }, (call) => {
    sent.push([...call.texts]);
    return send(call);
  });
  return { session, sent, close: session.open() };
}

const pause = (ms = 2_000) => vi.advanceTimersByTimeAsync(ms);

test('a text is translated after a pause, and a change in the middle sends its sentence alone', async () => {
  const { session, sent } = open();
  session.change('One is here. Two is here. Three is here.');
  expect([session.text, session.shown.text]).toEqual(['One is here. Two is here. Three is here.', '']);
  await pause();
  expect(session.shown).toMatchObject({ text: 'ONE IS HERE. TWO IS HERE. THREE IS HERE.', isComplete: true });
  expect(session.shown.detectedLanguage).toBe('EN');
  session.change('One is here. Two was here. Three is here.');
  await pause();
  expect(sent).toEqual([['One is here.', 'Two is here.', 'Three is here.'], ['Two was here.']]);
});

test('Ctrl+Enter sends at once what was typed, also an unfinished sentence', async () => {
  const { session, sent } = open();
  session.change('The house');
  session.translateNow();
  await pause(0);
  expect([sent, session.shown.text]).toEqual([[['The house']], 'THE HOUSE']);
});

test('an error keeps the translation, and another try sends the sentence again', async () => {
  let isDown = false;
  const { session } = open(async (call) => {
    if (isDown) throw new Refusal('engine_unavailable', 'No engine.', 'r1');
    return shout(call);
  });
  session.change('One is here.');
  await pause();
  isDown = true;
  session.change('One was here.');
  await pause();
  expect(session.shown).toMatchObject({ text: 'ONE IS HERE.', error: { code: 'engine_unavailable' } });
  isDown = false;
  session.translateNow();
  await pause(0);
  expect(session.shown).toMatchObject({ text: 'ONE WAS HERE.', error: null });
});

test('a server that is busy is asked again after the time that it names', async () => {
  let answers = 0;
  const { session, sent } = open(async (call) => {
    if (answers++ === 0) throw new Refusal('rate_limited', 'Wait.', 'r1', '20');
    return shout(call);
  });
  session.change('One is here. ');
  await pause(19_000);
  expect([sent.length, session.shown.error]).toMatchObject([1, { code: 'rate_limited' }]);
  await pause(3_000);
  expect(session.shown).toMatchObject({ text: 'ONE IS HERE. ', error: null });
});

test('nothing is sent while the page is closed, and nothing again when it is opened', async () => {
  const { session, sent, close } = open();
  session.change('One is here. ');
  close();
  await pause(60_000);
  expect(sent).toEqual([]);
  const closeAgain = session.open();
  await pause();
  closeAgain();
  session.open();
  await pause(60_000);
  expect([sent, session.shown.text]).toEqual([[['One is here.']], 'ONE IS HERE. ']);
});

test('another target is translated, and the first one is still known', async () => {
  const { session, sent } = open();
  session.change('One is here.');
  await pause();
  session.configure({ targetLang: 'FR' });
  await pause();
  session.configure({ targetLang: 'ES' });
  await pause();
  expect(sent).toEqual([['One is here.'], ['One is here.']]);
});

test('an error is shown for as long as its sentences are missing, also after a look at another page', async () => {
  let isDown = true;
  const { session } = open(async (call) => {
    if (isDown) throw new Refusal('engine_unavailable', 'No engine.', 'r1');
    return shout(call);
  });
  session.change('One is here.');
  await pause();
  session.configure({ targetLang: 'ES' });
  expect(session.shown).toMatchObject({ error: expect.any(Refusal), isComplete: false });
  isDown = false;
  session.translateNow();
  await pause(0);
  expect(session.shown).toMatchObject({ error: null, isComplete: true });
});
