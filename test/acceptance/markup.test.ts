/** Markup comes back as it was, with its words translated by real Apertium. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
});

const ask = <T>(text: string, options: object) =>
  translate<T>(context.server.url, key, { text: [text], source_lang: 'EN', target_lang: 'ES', ...options });

async function translated(text: string, options: object): Promise<[text: string, characters: number]> {
  const { status, body } = await ask<{ translations: { text: string }[]; characters: number }>(text, options);
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('warnings');
  return [body.translations[0]?.text ?? '', body.characters];
}

describe('html', () => {
  const html = { tag_handling: 'html' };

  test.each([
    ['a block', '<p>The house is big.</p>', '<p>La casa es grande.</p>', 17],
    [
      'tags inside a sentence',
      'Click <a href="/x?a=1&amp;b=2">here</a> to see the <b>house</b>.',
      'Clic <a href="/x?a=1&amp;b=2">aquí</a> para ver la <b>casa</b>.',
      28,
    ],
    [
      'attributes that people read',
      '<img alt="The house" data-alt="The house" src="house.png">',
      '<img alt="La casa" data-alt="The house" src="house.png">',
      9,
    ],
    [
      'what is not to be translated',
      'See <span translate="no">the house</span> and <i class="a notranslate">the cat</i>.',
      'Ve <span translate="no">the house</span> y <i class="a notranslate">the cat</i>.',
      10,
    ],
    [
      'comments, declarations, scripts and styles',
      '<!DOCTYPE html><!-- the house --><style>a > b { x: "the" }</style><p>The house</p><script>if (a<b) "</p>"</script>',
      '<!DOCTYPE html><!-- the house --><style>a > b { x: "the" }</style><p>La casa</p><script>if (a<b) "</p>"</script>',
      9,
    ],
    ['entities', '&copy;&nbsp;The house &amp; the cat&#46;', '&copy;&nbsp;La casa &amp; el gato&#46;', 40],
    ['a letter by its name', 'Jos&eacute; is big', 'Jos&eacute; es grande', 18],
    [
      'blanks and lines around tags',
      '<ul>\n  <li>The house</li>\n\t<li> The\n    cat </li>\n</ul>\n',
      '<ul>\n  <li>La casa</li>\n\t<li> El gato </li>\n</ul>\n',
      29,
    ],
    ['placeholders', '<b>{name}</b>: the house &lt;b&gt;', '<b>{name}</b>: la casa &lt;b&gt;', 27],
    ['what is no tag', 'The house & the cat <3', 'La casa & el gato &lt;3', 22],
    ['a tag that never ends', 'The house <b class="x', 'La casa <b class="x', 10],
  ])('%s', async (_name, text, expected, characters) => {
    expect(await translated(text, html)).toEqual([expected, characters]);
  });

  test('ignore_tags are neither translated nor counted', async () => {
    expect(await translated('The house <x>The house</x>', { ...html, ignore_tags: ['X'] })).toEqual([
      'La casa <x>The house</x>',
      10,
    ]);
  });

  test('a tag can be made to end a sentence, or not to', async () => {
    const text = 'The<x>house</x>';
    expect(await translated(text, html)).toEqual(['La<x>casa</x>', 8]);
    expect(await translated(text, { ...html, splitting_tags: ['x'] })).toEqual(['El<x>Casa</x>', 8]);
    const block = '<p>The </p><p>house</p>';
    expect(await translated(block, html)).toEqual(['<p>El </p><p>Casa</p>', 9]);
    expect(await translated(block, { ...html, non_splitting_tags: ['p'] })).toEqual([
      '<p>La </p><p>casa</p>',
      9,
    ]);
  });
});

describe('xml', () => {
  const xml = { tag_handling: 'xml' };

  test('elements without words beside them end a sentence, unless outline_detection is off', async () => {
    const text = '<d><t>The</t><t>house</t></d>';
    expect(await translated(text, xml)).toEqual(['<d><t>El</t><t>Casa</t></d>', 8]);
    expect(await translated(text, { ...xml, outline_detection: false })).toEqual([
      '<d><t>La</t><t>casa</t></d>',
      8,
    ]);
    const all = { ...xml, outline_detection: false, splitting_tags: ['t'] };
    expect(await translated(text, all)).toEqual(['<d><t>El</t><t>Casa</t></d>', 8]);
  });

  test('everything but words stays as it is', async () => {
    const text =
      '<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY x "y">]>\n<D a="The house"><![CDATA[The <house>]]>&x; The <b/>house</D>';
    const [answer] = await translated(text, xml);
    expect(answer).toBe(text.replace(' The <b/>house', ' La <b/>casa'));
  });
});

test('sentences are cut where that is asked for, and lines end one or not', async () => {
  const text = 'The\nhouse. The\nhouse';
  expect(await translated(text, {})).toEqual(['La\ncasa. La\ncasa', 20]);
  expect(await translated(text, { split_sentences: '0' })).toEqual(['La\ncasa. La\ncasa', 20]);
  expect(await translated(text, { split_sentences: 'nonewlines' })).toEqual(['La\ncasa. La\ncasa', 20]);
  expect(await translated(text, { split_sentences: '1' })).toEqual(['El\nCasa. El\nCasa', 20]);
});

test('preserve_formatting keeps the case and the signs at both ends', async () => {
  expect(await translated('is the house big', { preserve_formatting: true })).toEqual([
    'es la casa grande',
    16,
  ]);
});

test('more markup than anybody writes is refused and costs nothing', async () => {
  const { status, body } = await ask<ProblemAnswer>('<b>'.repeat(30_000), { tag_handling: 'html' });
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
});

test('members of the wrong kind are refused', async () => {
  for (const wrong of [
    { tag_handling: 'html5' },
    { ignore_tags: 'a' },
    { split_sentences: 1 },
    { placeholders: 'all' },
  ]) {
    const { status, body } = await ask<ProblemAnswer>('The house', wrong);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  }
});
