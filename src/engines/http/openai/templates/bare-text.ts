/**
 * Finds the translation in an answer that is plain text. Models write their thinking in front of it, and put a
 * Markdown fence or quotes around it. Each of these is removed only if the source text does not have it.
 */
import { failed, howToStopThinking, type Read } from './template.ts';

export function readBareText(content: string, [source = '']: readonly string[]): Read {
  const thought = /<\/?think>/.test(source) ? content : withoutThinking(content);
  if (thought === undefined) return failed(`the model did not finish thinking; ${howToStopThinking}`);
  const unfenced = source.includes(fence) ? thought : withoutFence(thought);
  const text = withoutAddedQuotes(unfenced.trim(), source.trim());
  return text === '' ? failed('the model returned no text') : { ok: true, texts: [text] };
}

/**
 * Returns undefined if the thinking has no end. The start may be missing, because some chat templates put it
 * into the prompt.
 */
export function withoutThinking(content: string): string | undefined {
  const end = content.lastIndexOf(endOfThinking);
  const rest = end === -1 ? content : content.slice(end + endOfThinking.length);
  return rest.includes('<think>') ? undefined : rest;
}

const endOfThinking = '</think>';

const fence = '```';
const fencedLines = /^```\w*\n([\s\S]*)\n```$/;
const fencedWords = /^```([^\n]*)```$/;

export function withoutFence(content: string): string {
  const trimmed = content.trim();
  const inside = (fencedLines.exec(trimmed) ?? fencedWords.exec(trimmed))?.[1];
  // Several fences are not one layer around the answer.
  return inside === undefined || inside.includes(fence) ? content : inside;
}

/** Opening and closing sign. Languages differ in which sign of a pair opens. */
const quotes = [
  '""',
  "''",
  '“”',
  '‘’',
  '„“',
  '„”',
  '‚‘',
  '«»',
  '»«',
  '‹›',
  '›‹',
  '「」',
  '『』',
  '《》',
  '``',
];
const quoteSigns = new Set(quotes.join(''));

function withoutAddedQuotes(answer: string, source: string): string {
  if (quoteSigns.has(source.at(0) ?? '') || quoteSigns.has(source.at(-1) ?? '')) return answer;
  const isQuoted = answer.length > 2 && quotes.includes(`${answer.at(0)}${answer.at(-1)}`);
  if (!isQuoted) return answer;
  const inside = answer.slice(1, -1);
  // `"Yes" and "no"` begins and ends with quotes, but they are not around it.
  const isLayer = !inside.includes(answer[0] ?? '') && !inside.includes(answer.at(-1) ?? '');
  return isLayer ? inside.trim() : answer;
}
