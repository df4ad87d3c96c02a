/**
 * Warnings in the words of the page, which has one text and fields instead of members. A code that is not known here
 * has the server's words.
 */
import { t } from '../lib/messages.ts';

const words: Readonly<Record<string, () => string>> = {
  source_equals_target: () => t('The text is already in the target language, so it was returned unchanged.'),
  formality_not_supported: () => t('The engine cannot choose the formality, so it was ignored.'),
  instructions_not_supported: () =>
    t('The engine does not follow instructions, so the instructions and the style rules were ignored.'),
  partly_translated: () =>
    t('Some words were left untranslated, because the engine returned no usable translation for them.'),
  partly_rephrased: () =>
    t('Some words were left unchanged, because the engine returned no usable text for them.'),
  looks_untranslated: () =>
    t('The engine returned the text unchanged, although there are sentences to translate.'),
  looks_incomplete: () => t('The answer is much shorter than the text and may be incomplete.'),
  alternatives_not_supported: () => t('The engine cannot write alternatives, so there are none.'),
  fewer_alternatives: () =>
    t(
      'There are fewer alternatives than requested, because the engine returned no more in time that differ and are usable. Only those that are shown were charged.',
    ),
  glossary_not_applied: () =>
    t(
      'The glossary has no dictionary for the language of the text. If the language was detected incorrectly, choose it.',
    ),
};

export function warningWords(code: string, detail: string): string {
  return Object.hasOwn(words, code) ? (words[code]?.() ?? detail) : detail;
}
