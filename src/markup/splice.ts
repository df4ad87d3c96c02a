/** Replaces text at known positions of a file. Everything between them stays the same. */
import type { Attribute, Place } from './place.ts';

/** `end` equals `start` for an insertion. */
export interface Splice extends Place {
  readonly replacement: string;
}

/** Splices may come in any order but must not overlap; insertions at the same position keep their order. */
export function splice(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, replacement } of ordered) {
    if (start < at) throw new Error('Two changes of a document overlap');
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Returns no splice if the value is already the same, ignoring case, or if the attribute has no value. */
export function setAttribute(
  text: string,
  tag: { readonly name: string; readonly start: number; readonly attributes: readonly Attribute[] },
  name: string,
  value: string,
  adds: boolean,
): Splice[] {
  const found = tag.attributes.find((attribute) => attribute.name === name);
  if (found === undefined) {
    const at = tag.start + 1 + tag.name.length;
    return adds ? [{ start: at, end: at, replacement: ` ${name}="${value}"` }] : [];
  }
  const { start, end, quote } = found;
  if (end === 0 || text.slice(start, end).toLowerCase() === value.toLowerCase()) return [];
  return [{ start, end, replacement: quote === '' ? `"${value}"` : value }];
}
