import { expect, test } from 'vitest';
import { bodyOf, translateLive } from './live-translation.ts';

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
