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

test('a server that cannot be reached is an error that says so', async () => {
  // There is no page here, so an address without a host leads nowhere.
  const call = {
    settings: { targetLang: 'ES' },
    texts: ['One.'],
    sourceLang: undefined,
    context: undefined,
    signal,
  };
  await expect(translateLive('team', call)).rejects.toMatchObject({ code: 'unreachable' });
});
