/**
 * For Tencent's Hy-MT models. They have no system prompt, and were trained on fixed instructions, whose English
 * forms are used here word for word: a plain one, and one each for terms, style and background. If a call has
 * several of these options, their parts are joined.
 */
import { languageName } from '../../../../lib/language-tag.ts';
import type { TranslateOptions } from '../../../engine.ts';
import type { WireBatch } from '../../http-engine.ts';
import { readBareText } from './bare-text.ts';
import type { Template } from './template.ts';

export const hyMt: Template = {
  features: {
    formality: true,
    glossary: true,
    markup: false,
    context: true,
    alternatives: false,
    instructions: true,
  },
  rephrases: false,
  takesSeveralTexts: false,
  requestFor: (batch) => ({
    ...recommendedSampling,
    messages: [{ role: 'user', content: promptFor(batch) }],
  }),
  read: readBareText,
};

/** As the vendor recommends for the 1.8B and 7B models. llama.cpp knows the last one as `repeat_penalty`. */
const recommendedSampling = { temperature: 0.7, top_p: 0.6, top_k: 20, repetition_penalty: 1.05 };

const styles = {
  more: 'formal, with the polite form of address',
  less: 'informal, with the familiar form of address',
} as const;

function promptFor({ target, texts: [text = ''], options }: WireBatch): string {
  const { context, glossary } = options;
  const terms = glossary?.map((term) => `${term.source} translates to ${term.target}`).join('\n');
  return [
    ...(context ? [`[Background Information]\n${context}`] : []),
    ...(terms ? [`Reference the following translations:\n${terms}`] : []),
    taskFor(languageName(target), options),
    context ? `[Source Text]\n${text}` : text,
  ].join('\n\n');
}

function taskFor(language: string, options: TranslateOptions): string {
  const { formality, context, glossary, markup, instructions = [] } = options;
  const style = [...(formality ? [styles[formality]] : []), ...instructions].join('; ');
  const verb = style || context ? 'Please translate' : 'Translate';
  const background = context ? ', taking the provided background information into consideration' : '';
  const output = `Note that you ${glossary ? 'must ONLY' : 'should only'} output the translated result without any additional explanation:`;
  return [
    `${verb} the following text into ${language}${background}.`,
    ...(markup ? [markupRule] : []),
    ...(style ? [`Note that the translation style must strictly conform to [${style}]:`] : []),
    ...(style || context ? [] : [output]),
  ].join(' ');
}

/** The vendor's form for delimiters, for tags. */
const markupRule =
  'You must retain the exact same HTML tags in the translation. Strictly do not omit, escape, or translate them, and pay ' +
  'close attention to their placement.';
