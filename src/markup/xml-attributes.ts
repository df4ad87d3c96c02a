/** The attributes of one XML tag. Only their positions are kept, because most attributes are never read. */
import { maxAttributes, type Place } from './place.ts';
import { endsName, isWhitespace, signs } from './xml-names.ts';

export class XmlAttributes {
  readonly #text: string;
  /** Four positions for each: start and end of its name, start and end of its value. */
  #positions: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the position after the attributes: the length of the text if it ends inside the tag. */
  read(from: number): number | 'malformed' | 'too many' {
    const text = this.#text;
    const found: number[] = [];
    this.#positions = found;
    for (let i = from; ; ) {
      const blank = i;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const code = text.charCodeAt(i);
      if (code === signs.slash || code === signs.more || Number.isNaN(code)) return i;
      const nameStart = i;
      while (!endsName(text.charCodeAt(i))) i++;
      const nameEnd = i;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const hasEquals = text.charCodeAt(i++) === signs.equals;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const quote = text[i];
      const isQuoted = hasEquals && (quote === '"' || quote === "'");
      const valueEnd = isQuoted ? text.indexOf(quote, i + 1) : -1;
      if (i >= text.length || (isQuoted && valueEnd === -1)) return text.length;
      if (!isQuoted || blank === nameStart || nameStart === nameEnd) return 'malformed';
      found.push(nameStart, nameEnd, i + 1, valueEnd);
      if (found.length > 4 * maxAttributes) return 'too many';
      i = valueEnd + 1;
    }
  }

  /** The place of the value of the first attribute that the function accepts. */
  find(isIt: (nameStart: number, nameEnd: number) => boolean): Place | undefined {
    const found = this.#positions;
    for (let i = 0; i < found.length; i += 4) {
      if (!isIt(found[i] as number, found[i + 1] as number)) continue;
      return { start: found[i + 2] as number, end: found[i + 3] as number };
    }
    return undefined;
  }

  /** Names with the places of their values. */
  all(): (Place & { readonly name: string })[] {
    return Array.from({ length: this.#positions.length / 4 }, (_, i) => {
      const [from, to, start = 0, end = 0] = this.#positions.slice(4 * i, 4 * i + 4);
      return { name: this.#text.slice(from, to), start, end };
    });
  }

  /** The namespaces that the tag declares, by prefix. */
  namespaces(): Map<string, string> | undefined {
    const isDeclaration = (from: number, to: number) =>
      this.#text.startsWith('xmlns', from) && (to - from === 5 || this.#text[from + 5] === ':');
    if (this.find(isDeclaration) === undefined) return undefined;
    return new Map(
      this.all().flatMap(({ name, start, end }) =>
        name === 'xmlns' || name.startsWith('xmlns:') ? [[name.slice(6), this.#text.slice(start, end)]] : [],
      ),
    );
  }
}
