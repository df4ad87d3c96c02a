/** The looks of runs: how they are told apart, and how text is written in them. */

import { encodeXml, hasFragileBlanks } from '../xml-text.ts';
import type { RunStyle } from './inline-pieces.ts';

/** A character to the translator, an element to Word. */
export const noBreakHyphen = '\u2011';

export interface WordStyle {
  readonly text: RunStyle;
  /** What stands around an object that gets a run of its own. */
  readonly before: string;
  readonly after: string;
}

/** Language and spelling say nothing about the look; nor does a hint for fonts that stands alone. */
const unseen =
  /<(?:\w{1,20}:)?(?:lang|noProof)(?:\s[^<>]*)?\/>|<(?:\w{1,20}:)?rFonts\s{1,9}\w{1,20}:hint="[^"<>]{0,20}"\s?\/>/g;
const empty = /^<(?:\w{1,20}:)?rPr(?:\s?\/>|>\s*<\/(?:\w{1,20}:)?rPr>)$/;

export class WordStyles {
  readonly #styles = new Map<string, WordStyle>();
  readonly #keys = new Map<string, string>();

  /** `open` is the tag that opens the run, `properties` its `w:rPr` as it is written. */
  of(open: string, qualifiedName: string, properties: string): WordStyle {
    const before = open + properties;
    const known = this.#styles.get(before);
    if (known !== undefined) return known;
    const prefix = qualifiedName.slice(0, -1);
    const after = `</${qualifiedName}>`;
    const style = {
      before,
      after,
      text: {
        key: this.#keyOf(properties),
        write: (text: string) => before + writeText(prefix, text) + after,
      },
    };
    this.#styles.set(before, style);
    return style;
  }

  #keyOf(properties: string): string {
    const known = this.#keys.get(properties);
    if (known !== undefined) return known;
    const seen = properties.replaceAll(unseen, '');
    const key = empty.test(seen) ? '' : seen;
    this.#keys.set(properties, key);
    return key;
  }
}

function writeText(prefix: string, text: string): string {
  return text
    .split(noBreakHyphen)
    .map((words) => {
      if (words === '') return '';
      const space = hasFragileBlanks(words) ? ' xml:space="preserve"' : '';
      return `<${prefix}t${space}>${encodeXml(words)}</${prefix}t>`;
    })
    .join(`<${prefix}noBreakHyphen/>`);
}
