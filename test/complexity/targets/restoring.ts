/** The way back: an engine's answers are judged, read, put in place of the units and composed to texts. */

import { mainThread } from '../../../src/lib/event-loop-turns.ts';
import { requestLimits } from '../../../src/lib/request-limits.ts';
import { translateGuarded } from '../../../src/translate/guard/translate-guarded.ts';
import { faultOf, suspicionOf } from '../../../src/translate/guard/translation-plausibility.ts';
import { prepareTexts } from '../../../src/translate/prepare-texts.ts';
import { compose, unitsOf } from '../../../src/translate/protection/layout.ts';
import { preserveFormatting } from '../../../src/translate/protection/preserve-formatting.ts';
import type { Carrier } from '../../../src/translate/protection/translate-spans.ts';
import { onEventLoop, type Target } from '../target.ts';
import { markupWords, placeholderWords, plainWords, textsOf, textsOption } from './texts.ts';

const answers: Readonly<Record<string, (text: string) => string>> = {
  same: (text) => text,
  upper: (text) => text.toUpperCase(),
  reversed: (text) => [...text].reverse().join(''),
  spaced: (text) => text.replaceAll(/(?=[\u{f0000}-\u{10fffd}])/gu, ' '),
  doubled: (text) => text + text,
  half: (text) => text.slice(text.length / 2),
  empty: () => '',
};

export const restoring: Target = {
  name: 'restoring',
  fields: ['text'],
  vocabulary: [...placeholderWords, ...markupWords, ...plainWords, '\u{f0000}', 'XQ1Q', 'XQ', '{a} ', '{a}'],
  options: {
    answer: Object.keys(answers),
    carrier: ['symbols', 'words', 'html'],
    format: ['', 'html', 'xml'],
    texts: textsOption,
  },
  maxSize: requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  async prepare(fields, options) {
    const format = (options.format || undefined) as 'html' | 'xml' | undefined;
    const prepared = await prepareTexts(textsOf(fields, options), { markup: format && { format } });
    if (!prepared.ok) return () => undefined;
    const layouts = prepared.texts.map(({ layout }) => layout);
    const units = layouts.flatMap(unitsOf);
    const parts = units.map((unit) => unit.parts);
    const answer = answers[options.answer ?? 'same'] ?? String;
    const ask = async (asked: readonly string[]) => asked.map(answer);
    const pair = { source: 'en', target: 'es' };
    return async () => {
      const carrier = (options.carrier ?? 'symbols') as Carrier;
      const attempts = await translateGuarded(parts, carrier, pair, ask, mainThread.paceFor(''));
      const byUnit = new Map(units.map((unit, i) => [unit, attempts[i]?.parts]));
      return layouts.map((layout) =>
        compose(layout, (unit) => preserveFormatting(unit.parts, byUnit.get(unit) ?? unit.parts)),
      );
    };
  },
};

export const judging: Target = {
  name: 'judging',
  fields: ['answer', 'text'],
  vocabulary: [
    ...plainWords,
    'ab',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '世界',
    'かな',
    'мир ',
    'שלום ',
    '. . ',
    '...',
    '!',
    'w§',
    '한',
    '\u0301',
    'é',
  ],
  options: { target: ['es', 'ja', 'ru', 'ko', 'sr'] },
  // An answer may be as long as its text.
  maxSize: 2 * requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  prepare({ text = '', answer = '' }, { target = 'es' }) {
    const pair = { source: 'en', target };
    return () => [faultOf(text, answer, pair), suspicionOf(text, answer, pair)];
  },
};
