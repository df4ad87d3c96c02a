/** Finds the segments to translate in XLIFF 1.2 and 2.1, and where each translation goes. */

import type { Splice } from '../../markup/splice.ts';
import { encodeAttribute } from '../../markup/xml-text.ts';
import { InvalidDocumentError } from './format.ts';
import { DocumentSize, documentLimits } from './limits.ts';
import { readXml, type XmlTag } from './read-xml.ts';
import { attributeOf, type Content, type ContentNode, contentOf } from './xliff-content.ts';

export interface Segment {
  readonly content: Content;
  /** Inserts or replaces the target; returns no splice if it is already there. */
  place(target: string, language: string): Splice[];
}

export interface XliffContent {
  readonly segments: readonly Segment[];
  /** Tags that declare the target language, and the attribute that declares it. */
  readonly languageTags: readonly { readonly tag: XmlTag; readonly attribute: string }[];
}

type Version = 1 | 2;
const namespaces: ReadonlyMap<string, Version> = new Map([
  ['urn:oasis:names:tc:xliff:document:1.2', 1],
  ['urn:oasis:names:tc:xliff:document:2.0', 2],
  ['urn:oasis:names:tc:xliff:document:2.2', 2],
]);

/** States that mean that a person has checked the translation. */
const finalStates = new Set(['final', 'signed-off', 'reviewed']);

interface Holder {
  readonly tag: XmlTag;
  source?: Found;
  segmented?: Found;
  target?: Found;
}

interface Found {
  readonly tag: XmlTag;
  readonly nodes: ContentNode[];
  innerEnd: number;
  end: number;
}

interface Level {
  readonly tag: XmlTag;
  readonly isTranslated: boolean;
  readonly preservesWhitespace: boolean;
}

export function readXliff(source: string, isPart = false): XliffContent {
  const levels: Level[] = [];
  const segments: Segment[] = [];
  const languageTags: { tag: XmlTag; attribute: string }[] = [];
  const size = new DocumentSize();
  let version: Version | undefined;
  let holder: Holder | undefined;
  let found: Found | undefined;
  let length = 0;

  const isOwn = (tag: XmlTag) => tag.namespace === levels[0]?.tag.namespace;
  const addNode = (type: ContentNode['type'], start: number, end: number, tag?: XmlTag) => {
    if (found === undefined) return;
    length += type === 'text' ? end - start : 0;
    if (length > 4 * documentLimits.maxUnitLength || found.nodes.length > 4 * documentLimits.maxUnitMarkup) {
      throw new InvalidDocumentError('A segment of the document is too long to be translated. Split it.');
    }
    found.nodes.push(tag === undefined ? { type, start, end } : { type, start, end, tag });
  };
  const finish = ({ tag, source: from, segmented, target }: Holder) => {
    const level = levels.at(-1);
    if (from === undefined || level === undefined || !level.isTranslated || isFinal(tag, target)) return;
    const { nodes } = segmented ?? from;
    const content = contentOf(
      source,
      nodes,
      level.preservesWhitespace || preservesWhitespace(from.tag) === true,
    );
    if (content.units.length === 0) return;
    for (const { characters } of content.units) size.add(characters);
    const behind = (segmented ?? from).end;
    segments.push({
      content,
      place: (text, language) =>
        target === undefined
          ? [{ start: behind, end: behind, replacement: newTarget(source, from.tag, text, language) }]
          : replacedTarget(source, target, text, language),
    });
  };

  readXml(
    source,
    {
      open(tag) {
        version ??= versionOf(tag);
        if (found !== undefined) return addNode('open', tag.start, tag.end, tag);
        const outer = levels.at(-1);
        const isTranslated = attributeOf(tag, 'translate') ?? (outer?.isTranslated === false ? 'no' : 'yes');
        levels.push({
          tag,
          isTranslated: isTranslated !== 'no',
          preservesWhitespace: preservesWhitespace(tag) ?? outer?.preservesWhitespace ?? false,
        });
        if (!isOwn(tag)) return;
        if (version === 2 && levels.length === 1) languageTags.push({ tag, attribute: 'trgLang' });
        if (version === 1 && tag.local === 'file') languageTags.push({ tag, attribute: 'target-language' });
        if (tag.local === (version === 1 ? 'trans-unit' : 'segment')) holder = { tag };
        if (holder === undefined || outer?.tag !== holder.tag) return;
        if (tag.local === 'source' || tag.local === 'seg-source' || tag.local === 'target') {
          found = { tag, nodes: [], innerEnd: tag.end, end: tag.end };
          length = 0;
        }
      },
      close(tag, start, end) {
        if (found !== undefined && found.tag !== tag) return addNode('close', start, end, tag);
        if (found !== undefined && holder !== undefined) {
          Object.assign(found, { innerEnd: start, end });
          if (tag.local === 'source') holder.source = found;
          else if (tag.local === 'target') holder.target = found;
          else holder.segmented = found;
          found = undefined;
        }
        if (holder?.tag === tag) {
          finish(holder);
          holder = undefined;
        }
        levels.pop();
      },
      text: (start, end) => addNode('text', start, end),
      cdata: (start, end) => addNode('cdata', start, end),
      other: (start, end) => addNode('other', start, end),
    },
    { isPart },
  );
  return { segments, languageTags };
}

function versionOf(root: XmlTag): Version {
  const byNamespace = root.local === 'xliff' ? namespaces.get(root.namespace) : undefined;
  const byNumber = root.name === 'xliff' && root.namespace === '' ? attributeOf(root, 'version') : undefined;
  const version = byNamespace ?? (byNumber === '1.2' ? 1 : byNumber?.startsWith('2.') ? 2 : undefined);
  if (version === undefined)
    throw new InvalidDocumentError('The document is not XLIFF 1.2, 2.0, 2.1 or 2.2.');
  return version;
}

function preservesWhitespace(tag: XmlTag): boolean | undefined {
  const space = attributeOf(tag, 'xml:space');
  return space === undefined ? undefined : space === 'preserve';
}

function isFinal(holder: XmlTag, target: Found | undefined): boolean {
  if (target === undefined || target.nodes.length === 0) return false;
  const state = attributeOf(target.tag, 'state') ?? attributeOf(holder, 'state');
  return attributeOf(holder, 'approved') === 'yes' || finalStates.has(state ?? '');
}

/** Repeats the whitespace before the source, so that the target is indented the same way. */
function newTarget(source: string, from: XmlTag, text: string, language: string): string {
  const before = source.lastIndexOf('>', from.start - 1) + 1;
  const blank = source.slice(before, from.start);
  const name = from.name.replace(/source$/, 'target');
  const says = attributeOf(from, 'xml:lang') === undefined ? '' : ` xml:lang="${encodeAttribute(language)}"`;
  return `${blank.trim() === '' ? blank : ''}<${name}${says}>${text}</${name}>`;
}

function replacedTarget(source: string, { tag, innerEnd }: Found, text: string, language: string): Splice[] {
  const changes = setLanguage(source, tag, 'xml:lang', language, false);
  if (!tag.isEmpty) {
    if (source.slice(tag.end, innerEnd) === text) return changes;
    return [...changes, { start: tag.end, end: innerEnd, replacement: text }];
  }
  const slash = source.lastIndexOf('/', tag.end - 1);
  return [...changes, { start: slash, end: tag.end, replacement: `>${text}</${tag.name}>` }];
}

/** Returns no splice if the value is already the same, ignoring case. */
export function setLanguage(
  source: string,
  tag: XmlTag,
  name: string,
  language: string,
  adds: boolean,
): Splice[] {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  const value = encodeAttribute(language);
  if (found !== undefined) {
    const isSame = source.slice(found.start, found.end).toLowerCase() === value.toLowerCase();
    return isSame ? [] : [{ start: found.start, end: found.end, replacement: value }];
  }
  const at = tag.start + 1 + tag.name.length;
  return adds ? [{ start: at, end: at, replacement: ` ${name}="${value}"` }] : [];
}
