/** For any model that follows an instruction: one user message, and the answer is the translation. */
import { languageName } from '../../../../lib/language-tag.ts';
import type { TranslateOptions } from '../../../engine.ts';
import type { WireBatch } from '../../http-engine.ts';
import { readBareText } from './bare-text.ts';
import type { Template } from './template.ts';

export const plain: Template = {
  features: { formality: true, glossary: true, markup: false, context: true, instructions: true },
  takesSeveralTexts: false,
  requestFor: (batch) => ({ temperature: 0, messages: [{ role: 'user', content: promptFor(batch) }] }),
  read: readBareText,
};

function promptFor({ source, target, texts: [text = ''], options }: WireBatch): string {
  const { context, glossary, instructions } = options;
  const task = `Translate the following text from ${languageName(source)} to ${languageName(target)}.`;
  const terms = glossary?.map((term) => `${term.source} = ${term.target}`).join('\n');
  const wording = instructions?.map((instruction) => `- ${instruction}`).join('\n');
  return [
    [task, ...rulesFor(options), 'Output only the translation.'].join(' '),
    ...(terms ? [`Terms, each with the translation to use:\n${terms}`] : []),
    ...(wording ? [`How to word the translation:\n${wording}`] : []),
    ...(context ? [`Context, which is not to be translated:\n${context}`] : []),
    terms || wording || context ? `Text to translate:\n${text}` : text,
  ].join('\n\n');
}

const rules = {
  more: 'Address the reader formally.',
  less: 'Address the reader informally.',
  markup: 'Keep every HTML tag and entity unchanged, around the words that it belongs to.',
} as const;

function rulesFor({ formality, markup }: TranslateOptions): string[] {
  return [...(formality ? [rules[formality]] : []), ...(markup ? [rules.markup] : [])];
}
