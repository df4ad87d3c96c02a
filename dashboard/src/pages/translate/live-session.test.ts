import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../api/client.ts';
import type { LiveAnswer } from '../../api/live-translation.ts';
import type { LiveCall } from '../../lib/live/live-call.ts';
import { LiveSession } from './live-session.ts';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test('what failed without a connection is sent when the browser has one again, and nothing else is', async () => {
  let code: string | undefined = 'engine_unavailable';
  const { session, sent, close } = open(async (call) => {
    if (code !== undefined) throw new Refusal(code, 'No.', null);
    return shout(call);
  });
  const reconnect = async () => {
    page.dispatchEvent(new Event('online'));
    await pause();
  };
  session.change('One is here. ');
  await pause();
  await reconnect();
  expect(sent).toHaveLength(1);
  code = 'unreachable';
  session.change('One was here. ');
  await pause();
  code = undefined;
  await reconnect();
  expect([sent.length, session.shown]).toMatchObject([3, { text: 'ONE WAS HERE. ', error: null }]);
  close();
  await reconnect();
  expect(sent).toHaveLength(3);
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

test('a server that stays busy is not asked forever, and the person is told', async () => {
  let isBusy = true;
  const { session, sent } = open(async (call) => {
    if (isBusy) throw new Refusal('rate_limited', 'Wait.', 'r1', '20');
    return shout(call);
  });
  session.change('One is here. ');
  await pause();
  expect(session.shown.retry).toBe('later');
  await pause(86_400_000);
  expect([sent.length, session.shown.retry]).toEqual([6, 'never']);
  isBusy = false;
  session.translateNow();
  await pause(0);
  expect(session.shown).toMatchObject({ text: 'ONE IS HERE. ', error: null, retry: 'no' });
});

test('Ctrl+Enter before the languages are known is remembered, and sends nothing without a target', async () => {
  const targets: string[] = [];
  const session = new LiveSession({ targetLang: '' }, async (call) => {
    targets.push(call.settings.targetLang);
    return shout(call);
  });
  session.change('The house');
  session.translateNow();
  await pause();
  expect(targets).toEqual([]);
  session.configure({ targetLang: 'ES' });
  session.open();
  await pause(0);
  expect([targets, session.shown.text]).toEqual([['ES'], 'THE HOUSE']);
});

const lines = (count: number) => Array.from({ length: count }, (_, i) => `Line ${i}`).join('\n');

test('a long text is sent in parts, three at a time, and what was asked for is sent to its end', async () => {
  const waiting: (() => void)[] = [];
  const { session, sent } = open(async (call) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return shout(call);
  });
  session.change(lines(450));
  session.translateNow();
  await pause(60_000);
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 100]);
  waiting.shift()?.();
  await pause(0);
  expect(session.shown.text).toContain('LINE 99');
  expect(sent).toHaveLength(4);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await pause(0);
  }
  // With the last line, which may still be typed.
  expect(session.shown).toMatchObject({ text: lines(450).toUpperCase(), isComplete: true, isWaiting: false });
  expect(sent.flat()).toHaveLength(450);
});

test('one error is enough for a long text: its other parts are sent if the person asks', async () => {
  let isDown = true;
  const { session, sent } = open(async (call) => {
    if (isDown) throw new Refusal('engine_unavailable', 'No engine.', 'r1');
    return shout(call);
  });
  session.change(lines(1_000));
  await pause(60_000);
  expect(sent).toHaveLength(3);
  isDown = false;
  session.translateNow();
  await pause();
  expect(session.shown).toMatchObject({ isComplete: true, error: null });
});

test('a sentence that is longer than a part is one call', async () => {
  const { session, sent } = open();
  session.change(`One is here.\n${'word '.repeat(10_000)}\nTwo is here.\n`);
  await pause(10_000);
  expect(sent.map(({ length }) => length)).toEqual([1, 1, 1]);
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
