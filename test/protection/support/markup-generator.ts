/** Well-formed fragments of real sentences with tags, attributes, entities, comments and regions to be left alone. */
import type { SeededRandom } from '../../faults/support/seeded-random.ts';

const blocks = {
  html: ['p', 'div', 'li', 'td', 'h2', 'blockquote'],
  xml: ['para', 'seg', 'ns:block', 'Title'],
};
const inlines = { html: ['b', 'i', 'a', 'span', 'em', 'code', 'sub'], xml: ['g', 'ph', 'x-1', 'Ref'] };
const attributes = [
  '',
  '',
  ' class="a b"',
  ' id="x1"',
  ' href="/a?b=1&amp;c=2"',
  ' data-x=\'the "house"\'',
  ' style="a: b;"',
];
const readAttributes = [' title="The old house"', ' aria-label="Open the door"'];
const entities = {
  html: ['&nbsp;', '&copy;', '&mdash;', '&#8230;', '&hellip;'],
  xml: ['&#160;', '&#x2026;', '&entity;'],
};
const regions = [
  '<keep>the house</keep>',
  '<u translate="no">the cat</u>',
  '<q class="x notranslate">the dog</q>',
];
const others = ['<!-- the house -->', '<!-- <b> -->'];

export function makeFragment(
  sentences: readonly string[],
  format: 'html' | 'xml',
  random: SeededRandom,
): string {
  const count = random.integer(1, 3);
  const parts = Array.from({ length: count }, () => block(sentences, format, random));
  const joined = parts.join(random.pick(['', '\n', '\n    ']));
  return format === 'xml' && random.next() < 0.5 ? `<doc version="1">${joined}</doc>` : joined;
}

function block(sentences: readonly string[], format: 'html' | 'xml', random: SeededRandom): string {
  const name = random.pick(blocks[format]);
  const attribute = random.pick(format === 'html' ? [...attributes, ...readAttributes] : attributes);
  return `<${name}${attribute}>${inline(random.pick(sentences), format, random)}</${name}>`;
}

function inline(sentence: string, format: 'html' | 'xml', random: SeededRandom): string {
  const words = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split(' ');
  for (let n = random.integer(0, 3); n > 0; n--) {
    const at = random.integer(0, words.length - 1);
    const fate = random.next();
    if (fate < 0.5) wrap(words, at, random.integer(1, 4), format, random);
    else if (fate < 0.65) words.splice(at, 0, random.pick(entities[format]));
    else if (fate < 0.8) words.splice(at, 0, random.pick(regions));
    else if (fate < 0.9) words.splice(at, 0, random.pick(others));
    else
      words.splice(
        at,
        0,
        format === 'html'
          ? '<img src="a.png" alt="A red house">'
          : random.pick(['<br/>', '<![CDATA[ the <house> ]]>']),
      );
  }
  return words.join(' ');
}

/** Only words that are not wrapped yet, so that what was nested stays nested. */
function wrap(
  words: string[],
  at: number,
  length: number,
  format: 'html' | 'xml',
  random: SeededRandom,
): void {
  const end = Math.min(words.length - 1, at + length);
  if (words.slice(at, end + 1).some((word) => word.includes('<'))) return;
  const name = random.pick(inlines[format]);
  words[at] = `<${name}${random.pick(attributes)}>${words[at]}`;
  words[end] = `${words[end]}</${name}>`;
}
