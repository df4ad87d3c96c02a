/** The attributes of one XML tag. Only their positions are kept, because most attributes are never read. */
import { maxAttributes, type Place } from './place.ts';

const codesOf = (characters: string) => Array.from(characters, (each) => each.charCodeAt(0));
const whitespace = new Set(codesOf(' \t\r\n'));
/** NaN is the end of the text. */
const nameEnds = new Set([...codesOf(' \t\r\n/>=<"\''), Number.NaN]);

export function endOfName(text: string, start: number): number {
  let end = start;
  while (!nameEnds.has(text.charCodeAt(end))) end++;
  return end;
}

function afterWhitespace(text: string, start: number): number {
  let end = start;
  while (whitespace.has(text.charCodeAt(end))) end++;
  return end;
}

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
    this.#positions = [];
    for (let i = from; ; ) {
      const nameStart = afterWhitespace(text, i);
      if (nameStart >= text.length || text[nameStart] === '/' || text[nameStart] === '>') return nameStart;
      const nameEnd = endOfName(text, nameStart);
      const equals = afterWhitespace(text, nameEnd);
      const opening = afterWhitespace(text, equals + 1);
      const quote = text[opening];
      const isQuoted = text[equals] === '=' && (quote === '"' || quote === "'");
      const valueEnd = isQuoted ? text.indexOf(quote, opening + 1) : -1;
      if (opening >= text.length || (isQuoted && valueEnd === -1)) return text.length;
      if (!isQuoted || nameStart === i || nameStart === nameEnd) return 'malformed';
      if (this.#positions.push(nameStart, nameEnd, opening + 1, valueEnd) > 4 * maxAttributes)
        return 'too many';
      i = valueEnd + 1;
    }
  }

  /** The place of a value. A name such as `:id` stands for any prefix. */
  find(name: string): Place | undefined {
    const found = this.#positions;
    for (let i = 0; i < found.length; i += 4) {
      const [from, to] = [found[i] as number, found[i + 1] as number];
      const isFound = name.startsWith(':')
        ? this.#text.slice(from, to).endsWith(name)
        : to - from === name.length && this.#text.startsWith(name, from);
      if (isFound) return { start: found[i + 2] as number, end: found[i + 3] as number };
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

  /** The namespaces that the tag declares, by prefix; undefined if there are none. */
  namespaces(): Map<string, string> | undefined {
    const isDeclaration = (at: number, i: number) => i % 4 === 0 && this.#text.startsWith('xmlns', at);
    if (!this.#positions.some(isDeclaration)) return undefined;
    const declared = this.all().filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
    return new Map(declared.map(({ name, start, end }) => [name.slice(6), this.#text.slice(start, end)]));
  }
}
