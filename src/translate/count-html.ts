/** Counts the characters of an HTML text that would be translated, for documents, which are charged by it. */
import { countCodePoints } from '../lib/code-points.ts';
import { atOnce } from '../lib/event-loop-turns.ts';
import { tokenizeMarkup } from '../markup/scan-markup.ts';
import { isSpan, unitsOf } from './protection/layout.ts';
import { layOutMarkup } from './protection/markup/lay-out-markup.ts';

/** Words, with an entity as one character, and attributes. Undefined if the text exceeds a limit. */
export function countHtml(text: string, maxMarkup: number, maxCharacters: number): number | undefined {
  const tokenized = atOnce(tokenizeMarkup(text, 'html', maxMarkup));
  if (!tokenized.ok) return undefined;
  const laidOut = atOnce(
    layOutMarkup(text, tokenized.tokens, { format: 'html' }, (parts) => parts, maxCharacters),
  );
  if (laidOut === undefined) return undefined;
  let characters = 0;
  for (const part of unitsOf(laidOut.layout).flatMap(({ parts }) => parts)) {
    if (!isSpan(part)) characters += countCodePoints(part);
    else if (typeof part.replacement === 'string' && part.replacement.startsWith('&')) characters++;
  }
  return characters;
}
