/** Styles of runs: how they are compared, and how text is written with them. */

import { encodeXml, hasFragileWhitespace } from '../../../markup/xml-text.ts';
import type { RunStyle } from '../shared/ooxml/inline-pieces.ts';
import { styleKey } from '../shared/ooxml/read-run.ts';

/** A character for the translator, an element in Word. */
export const noBreakHyphen = '\u2011';

export interface WordStyle {
  readonly text: RunStyle;
  /** The markup around an object that gets its own run. */
  readonly before: string;
  readonly after: string;
}

/** Language and spelling do not affect the appearance; nor does a font hint without a font. */
const invisible =
  /<(?:\w{1,20}:)?(?:lang|noProof)(?:\s[^<>]*)?\/>|<(?:\w{1,20}:)?rFonts\s{1,9}\w{1,20}:hint="[^"<>]{0,20}"\s?\/>/g;

export class WordStyles {
  readonly #styles = new Map<string, WordStyle>();
  readonly #keys = new Map<string, string>();

  /** `open` is the opening tag of the run, `properties` its `w:rPr` as written. */
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
    const key = styleKey(properties, invisible);
    this.#keys.set(properties, key);
    return key;
  }
}

function writeText(prefix: string, text: string): string {
  return text
    .split(noBreakHyphen)
    .map((words) => {
      if (words === '') return '';
      const space = hasFragileWhitespace(words) ? ' xml:space="preserve"' : '';
      return `<${prefix}t${space}>${encodeXml(words)}</${prefix}t>`;
    })
    .join(`<${prefix}noBreakHyphen/>`);
}
