/** Replaces text at known positions of a file. Everything between them stays the same. */
export interface Splice {
  readonly start: number;
  /** Exclusive; equal to `start` for an insertion. */
  readonly end: number;
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
