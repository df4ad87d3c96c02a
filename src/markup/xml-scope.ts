/** The namespaces that an element declares, inside those of the elements around it. */
export class XmlScope {
  readonly #own: ReadonlyMap<string, string>;
  readonly #outer: XmlScope | undefined;
  /** A cache of the names resolved in this scope. */
  readonly names = new Map<string, string>();

  constructor(own: ReadonlyMap<string, string>, outer?: XmlScope) {
    this.#own = own;
    this.#outer = outer;
  }

  /** Undefined for a prefix that is not declared. */
  namespaceOf(qualifiedName: string): string | undefined {
    const prefix = qualifiedName.slice(0, Math.max(0, qualifiedName.indexOf(':')));
    return this.#own.get(prefix) ?? this.#outer?.namespaceOf(qualifiedName);
  }
}

/** Without a default namespace, names without a prefix are in none. */
export const outermostNamespaces: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);
