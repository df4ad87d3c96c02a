/** Sets the language and the writing direction of a translated page. */

import { type Splice, setAttribute } from '../../../markup/splice.ts';
import type { HtmlTag } from './html-tokens.ts';

const rightToLeft = new Set('ar arc ckb dv fa he ks ku-arab ps sd syr ug ur yi'.split(' '));

export function languageSplices(source: string, root: HtmlTag | undefined, target: string): Splice[] {
  if (root === undefined) return [];
  const language = target.toLowerCase();
  const isRightToLeft = rightToLeft.has(language) || rightToLeft.has(language.split('-')[0] ?? '');
  const direction = root.attributes.find(({ name }) => name === 'dir')?.value;
  const wantsDirection = isRightToLeft || direction?.toLowerCase() === 'rtl';
  return [
    ...setAttribute(source, root, 'lang', target, true),
    ...setAttribute(source, root, 'xml:lang', target, false),
    ...(wantsDirection ? setAttribute(source, root, 'dir', isRightToLeft ? 'rtl' : 'ltr', true) : []),
  ];
}
