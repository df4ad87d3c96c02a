/**
 * Converts the content of an XLIFF `source` to texts for the translator. Inline elements become tags, native
 * code in them is kept, and a segmented source has one text per segment.
 */
import { countCodePoints } from '../../../lib/code-points.ts';
import type { Place } from '../../../markup/place.ts';
import type { XmlKind, XmlTag } from '../../../markup/xml-cursor.ts';
import { InvalidDocumentError } from '../format.ts';
import { type InlinePiece, inlineText } from '../shared/inline-tags.ts';
import { documentLimits } from '../shared/limits.ts';

export type ContentNode = Place &
  (
    | { readonly type: 'open' | 'empty'; readonly tag: XmlTag }
    | { readonly type: 'close'; readonly name: string }
    | { readonly type: Exclude<XmlKind, 'open' | 'empty' | 'close'> }
  );

export interface ContentUnit {
  readonly text: string;
  readonly characters: number;
  /** As written in the source. */
  readonly raw: string;
  write(translation: string): string;
}

/** Copied and translated content. Texts inside native code come before the text that contains the code. */
export interface Content {
  readonly units: readonly ContentUnit[];
  /** Builds the target from one translation per unit. */
  compose(translations: readonly string[]): string;
}

const nativeCode = new Set(['ph', 'it', 'bpt', 'ept', 'x', 'bx', 'ex', 'cp', 'sc', 'ec', 'sm', 'em']);
const opensPair = new Set(['bpt', 'bx', 'sc', 'sm']);
const closesPair = new Set(['ept', 'ex', 'ec', 'em']);
const readable = /[\p{L}\p{N}]/u;

export function attributeOf(tag: XmlTag, name: string): string | undefined {
  return tag.attributes.find((attribute) => attribute.name === name)?.value;
}

export function contentOf(
  source: string,
  nodes: readonly ContentNode[],
  preservesWhitespace: boolean,
): Content {
  return new ContentBuilder(source, nodes, preservesWhitespace).build();
}

/** A placeholder with the index of a unit: NUL occurs in no file. */
const unitPlaceholder = /\0(\d{1,7})\0/g;

class ContentBuilder {
  readonly #source: string;
  readonly #nodes: readonly ContentNode[];
  readonly #preservesWhitespace: boolean;
  readonly #units: ContentUnit[] = [];

  constructor(source: string, nodes: readonly ContentNode[], preservesWhitespace: boolean) {
    this.#source = source;
    this.#nodes = nodes;
    this.#preservesWhitespace = preservesWhitespace;
  }

  build(): Content {
    const { length } = this.#nodes;
    const isSegmented = this.#nodes.some(isSegment);
    const template = isSegmented ? this.#template(0, length - 1, isSegment) : this.#unit(0, length);
    const units = this.#units;
    return {
      units,
      compose(translations) {
        const written: string[] = [];
        const fill = (text: string) =>
          text.replaceAll(unitPlaceholder, (_, index) => written[Number(index)] ?? '');
        for (const [i, unit] of units.entries()) {
          const translation = translations[i] ?? '';
          written.push(fill(translation === unit.text ? unit.raw : unit.write(translation)));
        }
        return fill(template);
      },
    };
  }

  /** The nodes as written, with a placeholder for the content of each element that holds text. */
  #template(from: number, to: number, holdsText: (node: ContentNode) => boolean): string {
    let template = '';
    for (let index = from; index <= to; index++) {
      const node = this.#nodes[index] as ContentNode;
      template += this.#source.slice(node.start, node.end);
      if (!holdsText(node)) continue;
      const end = this.#endOf(index);
      template += this.#unit(index + 1, end);
      index = end - 1;
    }
    return template;
  }

  /** Adds the nodes as a unit and returns its placeholder; without words, returns the text itself. */
  #unit(from: number, to: number): string {
    const raw: string[] = [];
    const pieces: InlinePiece[] = [];
    for (let index = from; index < to; index++) {
      const node = this.#nodes[index] as ContentNode;
      const isWhole = isKeptWhole(node);
      const end = isWhole ? this.#endOf(index) : index;
      const written = isWhole
        ? this.#template(index, end, isSubflow)
        : this.#source.slice(node.start, node.end);
      raw.push(written);
      for (const piece of this.#piecesOf(node, written, isWhole)) pieces.push(piece);
      index = end;
    }
    const { text, words, write } = inlineText(pieces);
    if (!readable.test(words)) return raw.join('');
    if (text.length > documentLimits.maxUnitLength || pieces.length > documentLimits.maxUnitMarkup) {
      throw new InvalidDocumentError(
        `A segment of the document has more than ${documentLimits.maxUnitLength} characters, or more than ` +
          `${documentLimits.maxUnitMarkup} inline elements. Split it.`,
      );
    }
    this.#units.push({ text, characters: countCodePoints(words.trim()), raw: raw.join(''), write });
    return `\0${this.#units.length - 1}\0`;
  }

  #piecesOf(node: ContentNode, written: string, isWhole: boolean): InlinePiece[] {
    if (node.type === 'text') return this.#textPieces(written, false);
    if (node.type === 'cdata') {
      return [
        { kind: 'open', raw: '<![CDATA[', name: '![CDATA[', makesLiteral: true },
        ...this.#textPieces(written.slice('<![CDATA['.length, -']]>'.length), true),
        { kind: 'close', raw: ']]>', name: '![CDATA[' },
      ];
    }
    if (node.type === 'close') return [{ kind: 'close', raw: written, name: node.name }];
    if (node.type !== 'open' && node.type !== 'empty') return [{ kind: 'void', raw: written, name: '' }];
    const { local, name } = node.tag;
    if (isWhole && opensPair.has(local)) return [{ kind: 'open', raw: written, name: pairName(node.tag) }];
    if (isWhole && closesPair.has(local)) return [{ kind: 'close', raw: written, name: pairName(node.tag) }];
    return [{ kind: isWhole || node.type === 'empty' ? 'void' : 'open', raw: written, name }];
  }

  #textPieces(written: string, isLiteral: boolean): InlinePiece[] {
    const text = this.#preservesWhitespace ? written : written.replaceAll(/[\t\n\r ]+/g, ' ');
    return text.split(isLiteral ? htmlTag : escapedHtmlTag).flatMap((raw, i): InlinePiece[] => {
      if (raw === '') return [];
      if (i % 2 === 0) return [{ kind: 'text', raw, isLiteral }];
      const [, slash, name = ''] = /^(?:<|&lt;)(\/?)([a-z0-9]+)/i.exec(raw) ?? [];
      const isVoid = /\/(?:>|&gt;)$/.test(raw) || /^(?:br|hr|img|wbr)$/i.test(name);
      return [
        { kind: isVoid ? 'void' : slash === '/' ? 'close' : 'open', raw, name: `html ${name.toLowerCase()}` },
      ];
    });
  }

  /** The index of the node that closes this one. */
  #endOf(index: number): number {
    let depth = 0;
    for (let at = index; at < this.#nodes.length; at++) {
      const { type } = this.#nodes[at] as ContentNode;
      if (type === 'open') depth++;
      else if (type === 'close') depth--;
      if (depth === 0) return at;
    }
    return index;
  }
}

/** HTML markup that many tools leave in the text, escaped or as CDATA. */
const htmlNames =
  'a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|q|s|small|span|strike|strong|su[bp]|' +
  'table|td|th|tr|u|ul|var|wbr';
const htmlTag = new RegExp(`(</?(?:${htmlNames})(?:\\s[^<>]{0,500})?/?>)`, 'i');
const escapedHtmlTag = new RegExp(
  `(&lt;/?(?:${htmlNames})(?:\\s(?:[^<>&]|&(?:quot|apos|amp);){0,500}?)?/?&gt;)`,
  'i',
);

function isSegment(node: ContentNode): boolean {
  return node.type === 'open' && node.tag.local === 'mrk' && attributeOf(node.tag, 'mtype') === 'seg';
}

/** Translatable text in native code. */
function isSubflow(node: ContentNode): boolean {
  return node.type === 'open' && node.tag.local === 'sub';
}

/** Whether the content of an element must not be translated. */
function isKeptWhole(node: ContentNode): boolean {
  if (node.type !== 'open' && node.type !== 'empty') return false;
  const { tag } = node;
  if (tag.local !== 'mrk') return nativeCode.has(tag.local);
  return attributeOf(tag, 'mtype') === 'protected' || attributeOf(tag, 'translate') === 'no';
}

/** The same for both halves of a pair. */
function pairName(tag: XmlTag): string {
  const kind = tag.local.replace(/^(?:bpt|ept)$/, 'pt').replace(/^[bes](?=[xcm]$)/, '');
  const id = attributeOf(tag, 'startRef') ?? attributeOf(tag, 'rid') ?? attributeOf(tag, 'id') ?? '';
  return `${kind} ${id}`;
}
