/** Sets the language and the writing direction of a translated page. */

import type { Splice } from '../../markup/splice.ts';
import type { HtmlTag } from './html-tokens.ts';

const rightToLeft = new Set('ar arc ckb dv fa he ks ku-arab ps sd syr ug ur yi'.split(' '));

export function languageSplices(source: string, root: HtmlTag | undefined, target: string): Splice[] {
  if (root === undefined) return [];
  const language = target.toLowerCase();
  const isRightToLeft = rightToLeft.has(language) || rightToLeft.has(language.split('-')[0] ?? '');
  const direction = attributeValue(source, root, 'dir');
  const wantsDirection = isRightToLeft || direction?.toLowerCase() === 'rtl';
  return [
    ...setAttribute(source, root, 'lang', target, true),
    ...setAttribute(source, root, 'xml:lang', target, false),
    ...(wantsDirection ? setAttribute(source, root, 'dir', isRightToLeft ? 'rtl' : 'ltr', true) : []),
  ];
}

function attributeValue(source: string, tag: HtmlTag, name: string): string | undefined {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  return found === undefined ? undefined : source.slice(found.start, found.end);
}

/** Returns no splice if the value is already the same, ignoring case. */
function setAttribute(source: string, tag: HtmlTag, name: string, value: string, adds: boolean): Splice[] {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  if (found === undefined || found.end === 0) {
    if (!adds || found !== undefined) return [];
    const at = tag.start + 1 + tag.name.length;
    return [{ start: at, end: at, replacement: ` ${name}="${value}"` }];
  }
  const { start, end, quote } = found;
  if (source.slice(start, end).toLowerCase() === value.toLowerCase()) return [];
  return [{ start, end, replacement: quote === '' ? `"${value}"` : value }];
}
