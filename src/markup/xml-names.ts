/** Names in XML: where they end, which are valid, and which namespace a prefix means. */

/** The namespaces that an element declares, in those of the elements around it. */
export interface Scope {
  readonly own: ReadonlyMap<string, string>;
  /** A cache of the names resolved in this scope. */
  readonly names: Map<string, string>;
  readonly outer: Scope | undefined;
}

/** Of a root element. Without a default namespace, names without a prefix are in none. */
export function rootScope(): Scope {
  const own = new Map([
    ['', ''],
    ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ]);
  return { own, names: new Map(), outer: undefined };
}

/** Undefined for a prefix that is not declared. */
export function namespaceOf(scope: Scope, qualifiedName: string): string | undefined {
  const colon = qualifiedName.indexOf(':');
  const prefix = colon === -1 ? '' : qualifiedName.slice(0, colon);
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) {
    const namespace = each.own.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

export function localName(qualifiedName: string): string {
  return qualifiedName.slice(qualifiedName.indexOf(':') + 1);
}

export const validName = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00b7-]*$/u;

export const signs = {
  tab: 9,
  newline: 10,
  carriage: 13,
  space: 32,
  exclamation: 33,
  doubleQuote: 34,
  singleQuote: 39,
  slash: 47,
  less: 60,
  equals: 61,
  more: 62,
  question: 63,
} as const;

export function isWhitespace(code: number): boolean {
  return code === signs.space || code === signs.newline || code === signs.tab || code === signs.carriage;
}

export function endsName(code: number): boolean {
  return (
    isWhitespace(code) ||
    code === signs.slash ||
    code === signs.more ||
    code === signs.equals ||
    code === signs.less ||
    code === signs.doubleQuote ||
    code === signs.singleQuote ||
    Number.isNaN(code)
  );
}
