import { requestLimits } from '../../../src/lib/request-limits.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { onEventLoop, type Target } from '../target.ts';
import { placeholderWords, plainWords, textsOf, textsOption } from './texts.ts';

/** Plain texts: placeholders, ICU messages, the cutting of sentences. */
export const placeholders: Target = {
  name: 'placeholders',
  fields: ['text'],
  vocabulary: [...placeholderWords, ...placeholderWords, ...plainWords],
  options: { texts: textsOption, sentences: ['', 'lines', 'punctuation'] },
  maxSize: requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  prepare(fields, options) {
    const texts = textsOf(fields, options);
    const sentenceEnds = (options.sentences || undefined) as 'lines' | 'punctuation' | undefined;
    return () => prepareTexts(texts, { sentenceEnds });
  },
};
