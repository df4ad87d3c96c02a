/** Puts translated sentences together, with the separators of the original. */

/** Languages that have no blank between sentences. */
const withoutBlanks = new Set(['ja', 'zh', 'yue', 'ii']);

export interface JoinedPart {
  readonly text: string;
  readonly separator: string;
}

/** Line breaks stay as they are. Blanks are added or left out as the target language wants. */
export function joinSentences(indent: string, parts: readonly JoinedPart[], targetLang: string): string {
  const hasBlanks = !withoutBlanks.has(targetLang.split('-')[0]?.toLowerCase() ?? '');
  const joined = parts.map(({ text, separator }, i) => {
    const isLast = i === parts.length - 1;
    if (separator.includes('\n')) return text + separator;
    if (!hasBlanks) return text;
    return text + (separator === '' && !isLast ? ' ' : separator);
  });
  return indent + joined.join('');
}
