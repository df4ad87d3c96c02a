/** Puts new text into a file at known places. Everything between them stays as it is. */
export interface Splice {
  readonly start: number;
  /** Behind the last character that is replaced; the same as `start` where something is put in between. */
  readonly end: number;
  readonly replacement: string;
}

/** The splices may come in any order, but must not overlap; of those at one place the first comes first. */
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
