import { inTurns, mainThread } from '../../../src/lib/event-loop-turns.ts';
import { requestLimits } from '../../../src/lib/request-limits.ts';
import { neighbourContexts } from '../../../src/translate/context/neighbour-contexts.ts';
import { passagesOf } from '../../../src/translate/context/passages.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { onEventLoop, type Target } from '../target.ts';
import { markupWords, placeholderWords, plainWords, textsOf, textsOption } from './texts.ts';

/** Texts that a language model gets with the most neighbours that can be set. */
export const neighbours: Target = {
  name: 'neighbours',
  fields: ['text'],
  vocabulary: [...plainWords, ...plainWords, ...markupWords, ...placeholderWords],
  options: { format: ['', 'html'], texts: textsOption, together: ['1', '50'] },
  maxSize: requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  async prepare(fields, options) {
    const markup = options.format ? ({ format: 'html' } as const) : undefined;
    const prepared = await prepareTexts(textsOf(fields, options), { markup, sentenceEnds: 'lines' });
    if (!prepared.ok) return () => undefined;
    const capacity = { textsPerBatch: Number(options.together), charactersPerBatch: 4_000 };
    return async () => {
      const pace = mainThread.paceFor('');
      const passages = await passagesOf(prepared.texts, undefined, pace);
      return inTurns(neighbourContexts(passages, { contextSegments: 10, capacity }), pace);
    };
  },
};
