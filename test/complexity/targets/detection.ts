import { requestLimits } from '../../../src/lib/request-limits.ts';
import { detectLanguages } from '../../../src/translate/detection/detect-languages.ts';
import { onEventLoop, type Target } from '../target.ts';
import { textsOf, textsOption } from './texts.ts';

const candidates =
  'en es de fr it pt nl sv da nb nn fi pl cs sk hu ro bg ru uk sr hr bs sl mk el tr ar he fa hi bn ta te th ja ko zh vi id ms ca gl eu oc ast af is ga cy et lv lt'.split(
    ' ',
  );

export const detection: Target = {
  name: 'detection',
  fields: ['text'],
  vocabulary: [
    ...[
      'abc\n',
      'the\n',
      'el\n',
      'ab',
      'q',
      'xyzzy ',
      'ikkje ',
      'što ',
      'nie ',
      'the house ',
      'la casa ',
      'não ',
      'rechnung',
      'speichern ',
      "l'",
      'keit ',
      "'n ",
      '’',
    ],
    ...[
      '世界',
      'かな',
      '한국',
      'สวัสดี',
      'שלום',
      'مرحبا',
      'мир ',
      'ђ',
      'Ω',
      'ß',
      'é',
      '\u0301',
      '<',
      '>',
      '<b>',
      '{',
      '}',
      '&amp;',
      'http://',
    ],
    ...['www.', '1', '.', '\n', '\n', ' ', 'A', '`', '\u0301\u0327'],
  ],
  options: { texts: ['lines', ...textsOption] },
  maxSize: requestLimits.maxCharactersPerCall,
  bounds: onEventLoop,
  async prepare(fields, options) {
    const texts = textsOf(fields, options);
    // The model is loaded once for a process.
    await detectLanguages(['xyzzy ikkje'], candidates);
    return () => detectLanguages(texts, candidates);
  },
};
