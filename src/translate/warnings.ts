/**
 * Warnings about an answer that is usable nevertheless. Codes are stable, like problem codes. `subject` names
 * the texts or the language that the warning is about.
 */
const details = {
  unknown_member: (subject: string) => `The request has unknown members, which were ignored: ${subject}.`,
  source_equals_target: () => 'Texts that are already in the target language were returned unchanged.',
  formality_not_supported: (subject: string) =>
    `Formality is not supported for ${subject}, so it was ignored.`,
  instructions_not_supported: (subject: string) =>
    `The engine that translated to ${subject} does not follow these instructions, so they were ignored.`,
  partly_translated: (subject: string) =>
    `Some words in ${subject} were left untranslated because the engine returned no usable translation for them.`,
  looks_untranslated: (subject: string) =>
    `The engine returned ${subject} unchanged, although there are sentences to translate.`,
  looks_incomplete: (subject: string) =>
    `The answer for ${subject} is much shorter than the source and may be incomplete.`,
  partly_rephrased: (subject: string) =>
    `Some words in ${subject} were left unchanged because the engine returned no usable text for them.`,
  alternatives_not_supported: (subject: string) =>
    `The engine that translated ${subject} cannot write alternatives, so there are none.`,
  fewer_alternatives: (subject: string) =>
    `There are fewer alternatives than requested for ${subject}: the engine returned no more in time that differ and are usable, or no more were charged.`,
  option_not_supported: (subject: string) => `Texts are rephrased without ${subject}, so it was ignored.`,
  glossary_not_applied: (subject: string) =>
    `The glossary has no dictionary for the language of ${subject}. Send source_lang if the language was detected incorrectly.`,
};

export type WarningCode = keyof typeof details;

export interface Warning {
  readonly code: WarningCode;
  readonly detail: string;
}

export function warn(code: WarningCode, subject = ''): Warning {
  return { code, detail: details[code](subject) };
}

const maxNamedTexts = 10;

/** Names texts by their index in the request. Returns no warning if there are none. */
export function warnAboutTexts(code: WarningCode, indexes: readonly number[]): Warning[] {
  if (indexes.length === 0) return [];
  const named = indexes.slice(0, maxNamedTexts).map((i) => `text[${i}]`);
  return [warn(code, named.join(', ') + (indexes.length > maxNamedTexts ? ' and others' : ''))];
}
