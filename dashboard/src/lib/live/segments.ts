/** The segments of a text, sentence by sentence with the whitespace after each, found again around a change only. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Where a segment ends can depend on the text after it. Nobody writes numbers and signs over more segments than this. */
const readAgain = 3;

/** Those of `text`; `segments` are those of the text before. */
export function resegment(before: string, segments: readonly string[], text: string): readonly string[] {
  const same = commonStart(before, text);
  const kept: string[] = [];
  let at = 0;
  for (const segment of segments) {
    if (at + segment.length > same) break;
    kept.push(segment);
    at += segment.length;
  }
  // Whitespace belongs to what is before it, so reading starts at a word.
  for (let left = readAgain; kept.length > 0 && (left > 0 || /\s/u.test(text[at] ?? ' ')); left--)
    at -= kept.pop()?.length ?? 0;

  const ends = endsFromEnd(segments, commonEnd(before, text, same));
  let agreed = 0;
  for (const segment of segmentsFrom(text, at)) {
    kept.push(segment);
    at += segment.length;
    const following = ends.get(text.length - at);
    agreed = following === undefined ? 0 : agreed + 1;
    // From here on the segments are where they were.
    if (following !== undefined && agreed >= readAgain) return [...kept, ...segments.slice(following)];
  }
  return kept;
}

/** Paragraph by paragraph: a line break always ends a sentence. */
function* segmentsFrom(text: string, start: number): Generator<string> {
  const paragraphs = /[^\n]+\n*\s*/gu;
  paragraphs.lastIndex = start;
  for (const [paragraph] of text.matchAll(paragraphs))
    for (const { segment } of segmenter.segment(paragraph)) yield segment;
}

/** For each segment within the last `length` characters: how far from the end it starts, and its number. */
function endsFromEnd(segments: readonly string[], length: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let fromEnd = 0;
  for (let i = segments.length - 1; i >= 0; i--) {
    fromEnd += segments[i]?.length ?? 0;
    if (fromEnd > length) break;
    ends.set(fromEnd, i);
  }
  return ends;
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** What is the same at the start does not count again. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let at = 0;
  while (at < most && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++;
  return at;
}
