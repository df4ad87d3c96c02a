export interface ShownSentence {
  readonly sentence: string;
  readonly translation: string;
}

/** The translations shown last, by the place of the sentence: those around a change keep theirs. */
export function alignShown(
  before: readonly ShownSentence[],
  now: readonly { readonly text: string }[],
): string[] {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start]?.sentence === now[start]?.text) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end)?.sentence === now.at(-1 - end)?.text) end++;
  return now.map((_, i) => {
    const isAfter = i >= now.length - end;
    const place = isAfter ? i - now.length + before.length : i;
    return place < before.length - (isAfter ? 0 : end) ? (before[place]?.translation ?? '') : '';
  });
}
