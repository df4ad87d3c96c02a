/** Why texts are not translated, worded for the caller. */
import { problem } from '../lib/errors.ts';
import { answerLanguageTag, languageName } from '../lib/language-tag.ts';
import { type Refusal, refused, refusedWith } from '../lib/outcome.ts';
import { requestLimits } from '../lib/request-limits.ts';

const { maxCharactersPerCall } = requestLimits;

export function tooManyWithAlternatives(count: number, alternatives: number): Refusal {
  return refused(
    'payload_too_large',
    `The texts have ${count} characters in total, counted once more for each of ${alternatives} alternatives; the limit per call is ${maxCharactersPerCall}. Split them into several calls, or ask for fewer alternatives.`,
  );
}

export function tooManyCharacters(count: string): Refusal {
  return refused(
    'payload_too_large',
    `The texts have ${count} characters in total; the limit per call is ${maxCharactersPerCall}. Split them into several calls.`,
  );
}

export function tooMuchMarkup(most: number): Refusal {
  return refused(
    'payload_too_large',
    `The texts have more than ${most} tags, attributes and entities in total. Split them into several calls.`,
  );
}

export function unsupportedLanguage(member: string, tag: string, rest = ''): Refusal {
  const what = `Value for '${member}' not supported: ${answerLanguageTag(tag)}${rest}.`;
  return refusedWith({
    ...problem('unsupported_language', `${what} GET /v1/languages lists the supported languages.`),
    libraryDetail: `${what} GET /v3/languages?resource=translate_text lists the supported languages.`,
  });
}

function nameAndTag(language: string): string {
  return `${languageName(language)} (${answerLanguageTag(language)})`;
}

export function noRoute(index: number, language: string, target: string): Refusal {
  return refused(
    'unsupported_language',
    `text[${index}] was detected as ${nameAndTag(language)}, which cannot be translated to ${answerLanguageTag(target)}. ` +
      'Send source_lang if the detected language is wrong.',
  );
}

export function noFormality(target: string): Refusal {
  return refused(
    'invalid_request',
    `Target language ${answerLanguageTag(target)} does not support formality. ` +
      'Omit formality, or send prefer_more or prefer_less, which are ignored where formality is not supported.',
  );
}

export const noRephrasing = refused(
  'not_found',
  'Rephrasing and correcting texts is not offered: no engine that the team may use can do it.',
);

/** `source_lang` and the language to rephrase in. */
export function otherLanguages(sourceLang: string, language: string): Refusal {
  return refused(
    'invalid_request',
    `Texts in ${answerLanguageTag(sourceLang)} cannot be rephrased in ${answerLanguageTag(language)}. Translate them instead.`,
  );
}

export function inAnotherLanguage(index: number, found: string, language: string): Refusal {
  return refused(
    'unsupported_language',
    `text[${index}] was detected as ${nameAndTag(found)} and cannot be rephrased in ${nameAndTag(language)}. ` +
      'Translate it instead, or send source_lang if the detected language is wrong.',
  );
}

export function notRephrased(index: number, found: string): Refusal {
  return refused(
    'unsupported_language',
    `text[${index}] was detected as ${nameAndTag(found)}, which cannot be rephrased. ` +
      'Send target_lang if the detected language is wrong.',
  );
}

export function severalLanguages(languages: readonly string[]): Refusal {
  const tags = languages.map(answerLanguageTag).join(', ');
  return refused(
    'invalid_request',
    `The texts are in several languages: ${tags}. Send target_lang if they are in one language, or one call for each.`,
  );
}

export function noInstructions(target: string): Refusal {
  return refused(
    'invalid_request',
    `custom_instructions and style_id are not supported for target_lang ${answerLanguageTag(target)}: no engine ` +
      'that could translate these texts follows instructions. Leave them out.',
  );
}

export function otherStyleLanguage(language: string, target: string): Refusal {
  return refused(
    'invalid_request',
    `The style rule list is for ${answerLanguageTag(language)}, and target_lang is ${answerLanguageTag(target)}. ` +
      'Send a list for the target language, or omit style_id.',
  );
}

export const unknownStyle = refused(
  'not_found',
  'There is no style rule list with this style_id. Send the id of one of your lists, or omit it.',
);
export const styleUnavailable = refused(
  'service_unavailable',
  'The style rule list cannot be read because the database is unavailable. Try again later.',
  2,
);

export const enginesNotOfKey = refused(
  'forbidden',
  'None of the engines that this API key may use can serve this call. Use another key, or ask the team to allow it more engines.',
);

export function pairNotOfKey(source: string, target: string): Refusal {
  return refused(
    'forbidden',
    `This API key may not translate ${answerLanguageTag(source)} to ${answerLanguageTag(target)}. Use another key, or ask the team to allow this pair.`,
  );
}

export const unknownEngine = refused(
  'invalid_request',
  "Value for 'engine' not supported: this engine is not available to the team. GET /v1/languages lists the available engines.",
);
export const unknownGlossary = refused(
  'not_found',
  'There is no glossary with this id. Send the id of one of your glossaries, or omit it.',
);
export const noDictionary = refused(
  'invalid_request',
  'No dictionary found for language pair: each glossary of a call needs one for its source_lang and target_lang.',
);
export const tooManyTerms = refused(
  'payload_too_large',
  'These texts contain too many glossary terms. Send fewer or shorter texts per call.',
);
export const largeGlossary = refused(
  'payload_too_large',
  'Compiling this glossary takes too much time or memory. Split it into several glossaries.',
);
export const tooManyGlossaries = refused(
  'service_unavailable',
  'Too many large glossaries are being loaded. Try again later.',
  5,
);

/** The dictionary was deleted between the two queries. */
export const glossaryChanged = refused(
  'service_unavailable',
  'The glossary was changed or deleted during the call. Try again.',
  1,
);
export const glossaryUnavailable = refused(
  'service_unavailable',
  'The glossary cannot be read because the database is unavailable. Try again later.',
  2,
);
