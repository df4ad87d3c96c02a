import { afterEach, expect, test, vi } from 'vitest';
import { client } from './client.ts';
import { bodyOf, readAlternatives, translateLive } from './live-translation.ts';

afterEach(() => vi.restoreAllMocks());

const { signal } = new AbortController();

test('a call names only what is chosen', () => {
  const plain = {
    settings: { targetLang: 'ES' },
    texts: ['One.'],
    sourceLang: undefined,
    context: undefined,
    signal,
  };
  expect(bodyOf(plain)).toEqual({ text: ['One.'], target_lang: 'ES' });
  const settings = { targetLang: 'DE', glossaryId: 'g', formality: 'more', styleId: 's' };
  expect(bodyOf({ ...plain, settings, sourceLang: 'EN', context: 'Two.' })).toEqual({
    text: ['One.'],
    target_lang: 'DE',
    source_lang: 'EN',
    context: 'Two.',
    glossary_id: 'g',
    formality: 'more',
    style_id: 's',
  });
});

test('a text is sent without what makes the server refuse all of it', () => {
  const texts = ['The house \ud83d is big.', 'The car\0 is red. 👍'];
  const call = { settings: { targetLang: 'ES' }, texts, sourceLang: undefined, context: '\udc00', signal };
  expect(bodyOf(call)).toEqual({
    text: ['The house \ufffd is big.', 'The car\ufffd is red. 👍'],
    target_lang: 'ES',
    context: '\ufffd',
  });
});

test('a server that cannot be reached is an error that says so', async () => {
  // There is no page here, so an address without a host leads nowhere.
  const call = {
    id: 'call',
    settings: { targetLang: 'ES' },
    texts: ['One.'],
    sourceLang: undefined,
    context: undefined,
    signal,
  };
  await expect(translateLive('team', call)).rejects.toMatchObject({ code: 'unreachable' });
});

test('other wordings whose answer was lost are asked for again as they were, until they are there', async () => {
  const sent: unknown[] = [];
  const answers: (() => unknown)[] = [];
  vi.spyOn(client, 'POST').mockImplementation((async (_: string, { params, body }: never) => {
    sent.push([(params as { header: object }).header, body]);
    return answers.shift()?.();
  }) as never);
  const wordings = { translations: [{ alternatives: ['Uno.'] }], characters: 16 };
  const refused = (code: string, status: number) => () => ({
    error: { code, detail: 'No.' },
    response: new Response(null, { status }),
  });
  answers.push(
    () => Promise.reject(new TypeError('gone')),
    refused('unauthorized', 401),
    () => ({ data: wordings, response: new Response() }),
    () => ({ data: wordings, response: new Response() }),
  );
  const ask = (context: string) =>
    readAlternatives('team', { settings: { targetLang: 'ES' }, texts: ['One.'], sourceLang: 'EN', context });
  await expect(ask('Two.')).rejects.toMatchObject({ code: 'unreachable' });
  // The text around it was edited, and the session ended.
  await expect(ask('Three.')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await ask('Four.')).toEqual({ texts: ['Uno.'], characters: 16 });
  expect(sent.slice(1)).toEqual([sent[0], sent[0]]);
  await ask('Two.');
  expect(sent[3]).not.toEqual(sent[0]);
});
