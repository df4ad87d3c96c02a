/** For any model that follows an instruction: one user message, and the answer is the translation. */
import { languageName } from '../../../../lib/language-tag.ts';
import type { TranslateOptions } from '../../../engine.ts';
import type { WireBatch } from '../../http-engine.ts';
import { readBareText } from './bare-text.ts';
import { alternativeRule, rephraseTask, temperatureFor } from './other-wordings.ts';
import type { Template } from './template.ts';

export const plain: Template = {
  features: {
    formality: true,
    glossary: true,
    markup: false,
    context: true,
    alternatives: true,
    instructions: true,
  },
  rephrases: true,
  takesSeveralTexts: false,
  requestFor: (batch) => ({
    temperature: temperatureFor(batch.options),
    messages: [{ role: 'user', content: promptFor(batch) }],
  }),
  read: readBareText,
};

function promptFor({ source, target, texts: [text = ''], options }: WireBatch): string {
  const { context, glossary, rephrase, instructions } = options;
  const task = rephrase
    ? `Edit the following text in ${languageName(target)}. ${rephraseTask(rephrase)}`
    : `Translate the following text from ${languageName(source)} to ${languageName(target)}.`;
  const output = rephrase ? 'Output only the edited text.' : 'Output only the translation.';
  const terms = glossary?.map((term) => `${term.source} = ${term.target}`).join('\n');
  const wording = instructions?.map((instruction) => `- ${instruction}`).join('\n');
  return [
    [task, ...rulesFor(options), output].join(' '),
    ...(terms ? [`Terms, each with the translation to use:\n${terms}`] : []),
    ...(wording ? [`How to word the ${rephrase ? 'edited text' : 'translation'}:\n${wording}`] : []),
    ...(context ? [`Context, which is not to be translated:\n${context}`] : []),
    terms || wording || context ? `Text to ${rephrase ? 'edit' : 'translate'}:\n${text}` : text,
  ].join('\n\n');
}

const rules = {
  more: 'Address the reader formally.',
  less: 'Address the reader informally.',
  markup: 'Keep every HTML tag and entity unchanged, around the words that it belongs to.',
} as const;

function rulesFor({ formality, markup, alternative }: TranslateOptions): string[] {
  return [
    ...(formality ? [rules[formality]] : []),
    ...(markup ? [rules.markup] : []),
    ...(alternative ? [alternativeRule(alternative)] : []),
  ];
}
