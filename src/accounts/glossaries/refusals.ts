/** Why a glossary is not accepted or not found, worded for the caller. No message contains a term. */
import { nameRule } from '../../lib/names.ts';
import { type Refusal, refused } from '../../lib/outcome.ts';
import { maxDictionaries, maxDictionaryBytes, maxGlossaries, maxTermBytes } from './glossary-limits.ts';

export const noGlossary = refused(
  'not_found',
  'Your team has no glossary with this id. List your glossaries to find the right one.',
);
export const noDictionary = refused(
  'not_found',
  'No dictionary found for language pair: the glossary has none from this source to this target language.',
);
export const noVersion = refused(
  'not_found',
  'This version of the dictionary does not exist or is no longer kept. List the versions that are kept.',
);

export function versionChanged(version: number | undefined): Refusal {
  return refused(
    'precondition_failed',
    version === undefined
      ? 'The dictionary does not exist. Read the glossary again, then repeat your change.'
      : `The version has changed: it is now ${version}. Read it again, then repeat your change.`,
  );
}

export const keepsChanging = refused(
  'conflict',
  'The glossary kept changing during the merge. Try again in a few seconds.',
);
export const tooManyGlossaries = refused(
  'conflict',
  `A team may have at most ${maxGlossaries} glossaries. Delete one that is no longer used.`,
);
export const tooManyDictionaries = refused(
  'conflict',
  `A glossary may have at most ${maxDictionaries} dictionaries.`,
);
export const largeDictionary = refused(
  'payload_too_large',
  `A dictionary may have at most ${maxDictionaryBytes} bytes as TSV. Split it into several glossaries.`,
);
export const costlyGlossary = refused(
  'payload_too_large',
  'Reading this glossary takes too much time or memory. Split it into several glossaries.',
);
export const tooManyBodies = refused(
  'service_unavailable',
  'Too many large glossaries arrived at once. Try again later.',
  5,
);

/** `reason`: a complete sentence. */
export function invalidBody(reason: string): Refusal {
  return refused('invalid_request', reason);
}

/** The result of parsing a form. */
export function invalidForm({ isTooLarge, reason }: { isTooLarge: boolean; reason: string }): Refusal {
  return refused(isTooLarge ? 'payload_too_large' : 'invalid_request', reason);
}

export const notUtf8 = invalidBody('The body is not valid UTF-8.');
export const missingName = invalidBody(`name is missing. ${nameRule}`);
export const invalidName = invalidBody(`name is not valid. ${nameRule}`);
export const noDictionaryList = invalidBody('dictionaries must be an array.');
export const samePair = invalidBody('A glossary may have only one dictionary per language pair.');
export const sameLanguages = invalidBody('Source and target language of a dictionary must differ.');
export const noEntryList = invalidBody('entries must be an array of {source, target}.');
export const noEntries = invalidBody('A dictionary must have at least one entry.');
export const noEntryFormat = invalidBody('entries_format must be "tsv" or "csv" if entries is a string.');

export function invalidLanguage(member: string): Refusal {
  return invalidBody(`${member} must be a language code such as EN or PT-BR.`);
}

export function inDictionary(index: number, { problem: { code, detail } }: Refusal): Refusal {
  return refused(code, `dictionaries[${index}]: ${detail}`);
}

export function invalidLine(number: number): Refusal {
  return invalidBody(`Line ${number} is not "source TAB target".`);
}

export function invalidRow(number: number): Refusal {
  return invalidBody(`Row ${number} is not "source,target" in CSV.`);
}

export function repeatedTerm(number: number): Refusal {
  return invalidBody(`Entry ${number}: duplicate source term. Each source term may occur only once.`);
}

const termFaults = {
  type: 'must be a string',
  empty: 'is empty',
  space: 'starts or ends with white space',
  control: 'has a control character',
  long: `is longer than ${maxTermBytes} bytes`,
};
export type TermFault = keyof typeof termFaults;

export function invalidTerm(number: number, side: 'source' | 'target', fault: TermFault): Refusal {
  return invalidBody(`Entry ${number}: the ${side} term ${termFaults[fault]}.`);
}
