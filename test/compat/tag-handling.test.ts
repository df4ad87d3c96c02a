/** Tag handling as the official Node library asks for it, with every option that it has. */
import type * as deepl from 'deepl-node';
import { beforeAll, expect, test } from 'vitest';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { createDeeplClient } from './support/deepl-client.ts';

const context = useServer();
let client: deepl.DeepLClient;

beforeAll(async () => {
  const { plain } = await createKey(context.env, await createTeam(context.env));
  client = createDeeplClient(plain, context.server.url);
});

test.each<[string, deepl.TranslateTextOptions, string, string, number]>([
  [
    'html',
    { tagHandling: 'html' },
    '<p class="a">The <b>house</b> is big.</p><img alt="The house">',
    '<p class="a">La <b>casa</b> es grande.</p><img alt="La casa">',
    26,
  ],
  [
    'version 2 of html',
    { tagHandling: 'html', tagHandlingVersion: 'v2' },
    '<i>The house</i>',
    '<i>La casa</i>',
    9,
  ],
  [
    'html that is not to be translated',
    { tagHandling: 'html' },
    'The house <span translate="no">The house</span>',
    'La casa <span translate="no">The house</span>',
    10,
  ],
  [
    'xml',
    { tagHandling: 'xml' },
    '<d><t>The house</t><t>The <x id="1"/>cat</t></d>',
    '<d><t>La casa</t><t>El <x id="1"/>gato</t></d>',
    16,
  ],
  [
    'ignoreTags',
    { tagHandling: 'xml', ignoreTags: ['keep', 'x'] },
    'The house <keep>The house</keep>',
    'La casa <keep>The house</keep>',
    10,
  ],
  [
    'ignoreTags as a list',
    { tagHandling: 'xml', ignoreTags: 'keep,x' },
    'The house <x>cat</x>',
    'La casa <x>cat</x>',
    10,
  ],
  [
    'splittingTags without outlineDetection',
    { tagHandling: 'xml', outlineDetection: false, splittingTags: ['t'] },
    '<d><t>The</t><t>house</t></d>',
    '<d><t>El</t><t>Casa</t></d>',
    8,
  ],
  [
    'outlineDetection switched off',
    { tagHandling: 'xml', outlineDetection: false },
    '<d><t>The</t><t>house</t></d>',
    '<d><t>La</t><t>casa</t></d>',
    8,
  ],
  [
    'nonSplittingTags',
    { tagHandling: 'xml', nonSplittingTags: 't' },
    '<d><t>The</t><t>house</t></d>',
    '<d><t>La</t><t>casa</t></d>',
    8,
  ],
  ['splitSentences', { splitSentences: 'on' }, 'The\nhouse', 'El\nCasa', 9],
  ['no new lines', { splitSentences: 'nonewlines' }, 'The\nhouse', 'La\ncasa', 9],
  ['preserveFormatting', { preserveFormatting: true }, 'the house', 'la casa', 9],
])('%s', async (_name, options, text, translation, characters) => {
  const result = await client.translateText(text, 'en', 'es', options);
  expect([result.text, result.billedCharacters]).toEqual([translation, characters]);
});

test('several texts are taken apart and put together each by itself', async () => {
  const texts = ['<b>The house', '</b>The house', '<b>The</b> house'];
  const results = await client.translateText(texts, 'en', 'es', { tagHandling: 'html' });
  expect(results.map(({ text }) => text)).toEqual(['<b>La casa', '</b>La casa', '<b>La</b> casa']);
});
