import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEntities, encodeXml } from '../../../../markup/xml-text.ts';
import { composeParagraph } from './compose-paragraph.ts';
import type { Piece, RunStyle } from './inline-pieces.ts';
import { layOutParagraph } from './lay-out-paragraph.ts';
import { officeCursor } from './office-xml.ts';

const style = (key: string): RunStyle => ({
  key,
  write: (text) => `<r look="${key}">${encodeXml(text)}</r>`,
});

const words = fc.stringMatching(/^[a-e &<\u00e9]{1,8}$/);
const textPiece = fc.record({
  kind: fc.constant('text' as const),
  text: words,
  style: fc.constantFrom('plain', 'bold', 'italic').map(style),
});

let lastId = 0;
const objectPiece = fc
  .constant(undefined)
  .map((): Piece => ({ kind: 'object', copied: [`<o id="${lastId++}"/>`] }));

const pieces: fc.Arbitrary<Piece[]> = fc.letrec<{ list: Piece[]; piece: Piece }>((tie) => ({
  list: fc.array(tie('piece'), { maxLength: 7 }),
  piece: fc.oneof(
    { maxDepth: 2 },
    textPiece,
    objectPiece,
    tie('list').map((children): Piece => {
      return { kind: 'container', open: [`<c id="${lastId++}">`], close: ['</c>'], children };
    }),
  ),
})).list;

/** A node of a unit. A translation may reorder nodes within their parent, and change words. */
type Node = string | { readonly tag: string; readonly children: readonly Node[] | undefined };

function parse(unit: string): readonly Node[] {
  const stack: { tag: string; children: Node[] }[] = [{ tag: '', children: [] }];
  for (const [token] of unit.matchAll(/<[^>]*>|[^<]+/g)) {
    const top = stack.at(-1) as { tag: string; children: Node[] };
    if (token.startsWith('</')) stack.pop();
    else if (token.endsWith('/>')) top.children.push({ tag: token, children: undefined });
    else if (token.startsWith('<')) {
      const opened = { tag: token, children: [] };
      top.children.push(opened);
      stack.push(opened);
    } else top.children.push(token);
  }
  return stack[0]?.children ?? [];
}

function rearrange(nodes: readonly Node[], random: () => number): string {
  return nodes
    .map((node) => ({ node, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ node }) => {
      if (typeof node === 'string') return encodeXml(`${(decodeEntities(node) ?? '').toUpperCase()}ß`);
      if (node.children === undefined) return node.tag;
      return `${node.tag}${rearrange(node.children, random)}</${node.tag.slice(1)}`;
    })
    .join('');
}

/** Returns all text of well-formed XML, and the ids of its elements. */
function read(xml: string): { text: string; ids: string[] } {
  const cursor = officeCursor(`<p>${xml}</p>`, 'result');
  const ids: string[] = [];
  let text = '';
  while (cursor.next() !== 'end') {
    if (cursor.kind === 'text') text += cursor.words();
    else if (cursor.kind !== 'close') ids.push(cursor.attribute('id') ?? '');
  }
  return { text, ids: ids.filter((id) => id !== '').sort() };
}

const textOf = (unit: string) => decodeEntities(unit.replaceAll(/<[^>]*>/g, '')) ?? '';
const squeezed = (text: string) => text.replaceAll(/\s+/g, '');

test('whatever a translator moves: well-formed, nothing lost or doubled, text in its order', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
      (source, numbers) => {
        const paragraph = layOutParagraph(source);
        if (paragraph === undefined) return;
        let at = 0;
        const translation = rearrange(parse(paragraph.text), () => numbers[at++ % numbers.length] ?? 0);
        const result = read(composeParagraph(paragraph, translation, () => ''));
        expect(squeezed(result.text)).toBe(squeezed(textOf(translation)));
        const untouched = read(composeParagraph(paragraph, paragraph.text, () => ''));
        expect(result.ids).toEqual(untouched.ids);
        expect(new Set(result.ids).size).toBe(result.ids.length);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('without a change every letter keeps its look, and every object its place', () => {
  const looks = (xml: string) =>
    [...xml.matchAll(/<r look="(\w+)">([^<]*)<\/r>|<[^>]*>/g)].flatMap(([whole, look, text = '']) =>
      look === undefined
        ? [whole]
        : Array.from(decodeEntities(text)?.replaceAll(/\s/g, '') ?? '', (letter) => `${look} ${letter}`),
    );
  const written = (piece: Piece): string => {
    if (piece.kind === 'text') return piece.style.write(piece.text);
    return piece.kind === 'object'
      ? piece.copied.join('')
      : piece.open.join('') + piece.children.map(written).join('') + piece.close.join('');
  };
  fc.assert(
    fc.property(pieces, (source) => {
      const paragraph = layOutParagraph(source);
      if (paragraph === undefined) return;
      const result = composeParagraph(paragraph, paragraph.text, () => '');
      expect(looks(result)).toEqual(looks(source.map(written).join('')));
    }),
    { numRuns: 2_000 },
  );
});

test.each<[string, readonly Piece[], string | undefined]>([
  ['text without letters', [{ kind: 'text', text: '1,250.00 – 7', style: style('') }], undefined],
  [
    'a short blank has no look',
    [
      { kind: 'text', text: 'one', style: style('') },
      { kind: 'text', text: ' ', style: style('bold') },
      { kind: 'text', text: 'two', style: style('') },
    ],
    'one two',
  ],
  [
    'the look of most of the text needs no tag',
    [
      { kind: 'text', text: 'Note: ', style: style('bold') },
      { kind: 'text', text: 'a long remark', style: style('') },
    ],
    '<g1>Note: </g1>a long remark',
  ],
  [
    'what stands around everything is left out',
    [
      { kind: 'object', copied: ['<o/>'] },
      {
        kind: 'container',
        open: ['<c>'],
        close: ['</c>'],
        children: [
          { kind: 'text', text: 'all', style: style('') },
          { kind: 'object', copied: ['<o/>'] },
        ],
      },
    ],
    'all',
  ],
])('%s', (_, source, unit) => {
  expect(layOutParagraph(source)?.text).toBe(unit);
});
