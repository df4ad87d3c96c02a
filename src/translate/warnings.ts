/** Warnings about an answer that is usable nevertheless. Codes are stable, like problem codes. */
export type WarningCode =
  | 'source_equals_target'
  | 'formality_not_supported'
  | 'partly_translated'
  | 'looks_untranslated'
  | 'looks_incomplete'
  | 'glossary_not_applied';

export interface Warning {
  readonly code: WarningCode;
  readonly detail: string;
}

export function warn(code: WarningCode, detail: string): Warning {
  return { code, detail };
}

const maxNamedTexts = 10;

/** Names texts by their index in the request. */
export function namedTexts(indexes: readonly number[]): string {
  const named = indexes.slice(0, maxNamedTexts).map((i) => `text[${i}]`);
  return named.join(', ') + (indexes.length > maxNamedTexts ? ' and others' : '');
}
