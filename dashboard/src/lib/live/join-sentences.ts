/** What separates translated sentences. */

/** Languages that have no blank between sentences. */
const withoutBlanks = new Set(['ja', 'zh', 'yue', 'ii']);

interface JoinedPart {
  readonly text: string;
  readonly separator: string;
}

/**
 * What follows each part. Line breaks stay as they are. Blanks are added or left out as the target language wants. A part
 * without a translation has nothing after it.
 */
export function separatorsFor(parts: readonly JoinedPart[], targetLang: string): string[] {
  const hasBlanks = !withoutBlanks.has(targetLang.split('-')[0]?.toLowerCase() ?? '');
  const last = parts.findLastIndex(({ text }) => text !== '');
  return parts.map(({ text, separator }, i) => {
    if (text === '') return '';
    if (separator.includes('\n')) return separator;
    if (!hasBlanks) return '';
    return separator === '' && i !== last ? ' ' : separator;
  });
}
