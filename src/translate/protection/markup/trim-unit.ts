/** Removes tags and whitespace around the words of a unit, so that the engine gets only the sentence. */
import { isSpan, type Part } from '../layout.ts';

export interface TrimmedUnit {
  readonly before: readonly Part[];
  readonly core: readonly Part[];
  readonly after: readonly Part[];
}

export function trimUnit(parts: readonly Part[]): TrimmedUnit {
  let start = 0;
  let end = parts.length;
  for (let before = -1; before !== end - start; ) {
    before = end - start;
    while (start < end && isPeelable(parts[start])) start++;
    while (start < end && isPeelable(parts[end - 1])) end--;
    if (end - start >= 2 && isPair(parts[start], parts[end - 1])) {
      start++;
      end--;
    } else if (isPair(parts[start], parts[start + 1])) {
      start += 2;
    } else if (isPair(parts[end - 2], parts[end - 1])) {
      end -= 2;
    }
  }
  return withoutOuterWhitespace(
    parts.slice(0, start),
    parts.slice(start, Math.max(start, end)),
    parts.slice(Math.max(start, end)),
  );
}

/** Whitespace and marks at the edge of a sentence are not part of it. */
function isPeelable(part: Part | undefined): boolean {
  return part !== undefined && (isSpan(part) ? part.kind === 'mark' : part.trim() === '');
}

function isPair(open: Part | undefined, close: Part | undefined): boolean {
  return (
    open !== undefined &&
    close !== undefined &&
    isSpan(open) &&
    isSpan(close) &&
    open.kind === 'open' &&
    close.kind === 'close' &&
    open.pair === close.pair
  );
}

function withoutOuterWhitespace(
  before: readonly Part[],
  core: readonly Part[],
  after: readonly Part[],
): TrimmedUnit {
  const [first] = core;
  const last = core.at(-1);
  const leading = typeof first === 'string' ? first.slice(0, first.length - first.trimStart().length) : '';
  const trailing = typeof last === 'string' ? last.slice(last.trimEnd().length) : '';
  const trimmed = core.map((part, i) => {
    if (typeof part !== 'string') return part;
    const fromStart = i === 0 ? part.trimStart() : part;
    return i === core.length - 1 ? fromStart.trimEnd() : fromStart;
  });
  return { before: [...before, leading], core: trimmed, after: [trailing, ...after] };
}
