/** What a caller should know about an answer that is good all the same. Codes are stable, like problem codes. */
export type WarningCode = 'source_equals_target' | 'formality_not_supported' | 'option_ignored';

export interface Warning {
  readonly code: WarningCode;
  readonly detail: string;
}

export function warn(code: WarningCode, detail: string): Warning {
  return { code, detail };
}
