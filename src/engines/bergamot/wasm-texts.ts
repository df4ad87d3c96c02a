/**
 * Prepares texts for the WASM and tidies its answers. The WASM ends a sentence at a full stop, a question or
 * an exclamation mark that a blank follows, and at no mark of another script: a paragraph in Chinese, Korean
 * or Hindi would be one sentence, of which the model translates the first part.
 */
import type { LanguagePair } from '../../lib/language-tag.ts';
import { scriptOf, sentenceStarts, sentencesOf, separatesSentences } from '../../lib/sentences.ts';
import { splitText } from '../split-text.ts';
import { voidElements } from './html-fragment.ts';

/** Scripts whose sentences the WASM finds itself. */
const knownScripts = new Set(['Latn', 'Cyrl']);

export interface WasmTextOptions extends LanguagePair {
  readonly isHtml: boolean;
  readonly maxPieceLength: number;
}

/** The pieces of a text, each of which is translated alone. */
export function piecesForWasm(text: string, { source, isHtml, maxPieceLength }: WasmTextOptions): string[] {
  const findsSentences = knownScripts.has(scriptOf(source) ?? '');
  // Soft hyphens split a word that the vocabulary has only as a whole.
  const words = text.replaceAll('\u00ad', '');
  if (isHtml) return findsSentences ? [words] : htmlSentencesOf(words, source);
  const pieces = splitText(words, maxPieceLength);
  return findsSentences ? pieces : pieces.flatMap((piece) => sentencesOf(piece, source));
}

const tagOrText = /<!--(?:(?!--).)*-->|<(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<]+/gs;

/** Cuts well-formed HTML, never between a tag and its end. */
function htmlSentencesOf(html: string, language: string): string[] {
  const tokens = html.match(tagOrText) ?? [];
  const isTag = (token: string) => token.startsWith('<');
  // U+FFFC in place of a tag is neither a word nor the end of a sentence.
  const starts = sentenceStarts(tokens.map((token) => (isTag(token) ? '\ufffc' : token)).join(''), language);
  let next = starts.next().value ?? Number.POSITIVE_INFINITY;
  const sentences = [''];
  let [position, depth] = [0, 0];
  const cutIfDue = () => {
    if (position < next) return;
    if (depth === 0) sentences.push('');
    while (next <= position) next = starts.next().value ?? Number.POSITIVE_INFINITY;
  };
  const add = (part: string) => {
    sentences.push((sentences.pop() ?? '') + part);
  };
  for (const token of tokens) {
    if (isTag(token)) {
      // What ends here belongs to the sentence before.
      if (!token.startsWith('</')) cutIfDue();
      depth += depthOf(token);
      add(token);
      position++;
      continue;
    }
    cutIfDue();
    const start = position;
    while (next < start + token.length) {
      add(token.slice(position - start, next - start));
      position = next;
      cutIfDue();
    }
    add(token.slice(position - start));
    position = start + token.length;
  }
  return sentences.filter((sentence) => sentence !== '');
}

function depthOf(tag: string): number {
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9:_-]*)/i.exec(tag) ?? [];
  if (name === '' || tag.endsWith('/>') || voidElements.has(name.toLowerCase())) return 0;
  return slash === '/' ? -1 : 1;
}

/** The WASM copies the blanks between the source's sentences. */
export function tidyAnswer(answer: string, { target, isHtml }: WasmTextOptions): string {
  if (separatesSentences(target)) return answer;
  const pattern = isHtml ? blankOrTag : blankAfterSentence;
  return answer.replaceAll(pattern, (match, end: string | undefined) => end ?? match);
}

const blankAfterSentence = /([。！？｡][”’」』》）】]*)[ \u00a0]+/g;
/** A tag ends at the next `<`: a search from every bare one to the end of the text would take quadratic time. */
const blankOrTag = new RegExp(`<(?:"[^"]*"|'[^']*'|[^<>"'])*>|${blankAfterSentence.source}`, 'g');
