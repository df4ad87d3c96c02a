import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { onEventLoop, type Target } from '../target.ts';
import { markupWords, placeholderWords, plainWords, textsOf, textsOption } from './texts.ts';

/** Texts with tags: tokens, layout, outline, elements to be left alone, sentences. */
export const markup: Target = {
  name: 'markup',
  fields: ['text'],
  vocabulary: [...markupWords, ...markupWords, ...markupWords, ...plainWords, ...placeholderWords],
  options: {
    format: ['html', 'xml'],
    texts: textsOption,
    sentences: ['', 'lines', 'punctuation'],
    ignored: ['', 'x'],
    outline: ['on', 'off'],
  },
  // Tags are not counted as characters: all of a body may be one text.
  maxSize: 1_000_000,
  bounds: onEventLoop,
  prepare(fields, options) {
    const texts = textsOf(fields, options);
    const sentenceEnds = (options.sentences || undefined) as 'lines' | 'punctuation' | undefined;
    const ignoreTags = options.ignored ? [options.ignored] : undefined;
    const format = options.format === 'xml' ? 'xml' : 'html';
    const outlineDetection = options.outline !== 'off';
    return () => prepareTexts(texts, { sentenceEnds, markup: { format, ignoreTags, outlineDetection } });
  },
};
