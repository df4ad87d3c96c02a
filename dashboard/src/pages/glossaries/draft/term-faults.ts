/** Checks an entry by the server's rules before it is sent. */
export interface Cells {
  source: string;
  target: string;
}

const maxTermBytes = 1_024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;
const encoder = new TextEncoder();

/** Blank rows are not saved, so they are not a problem. */
export function isBlank({ source, target }: Cells): boolean {
  return source === '' && target === '';
}

export function faultOf({ source, target }: Cells): string | undefined {
  return faultOfTerm('Source', source) ?? faultOfTerm('Target', target);
}

function faultOfTerm(side: string, term: string): string | undefined {
  if (term === '') return `${side} is empty`;
  if (term !== term.trim()) return `${side} starts or ends with a space`;
  if (controlCharacter.test(term)) return `${side} has a control character`;
  // UTF-8 needs at most three bytes for a UTF-16 code unit.
  const isShort = term.length * 3 <= maxTermBytes || encoder.encode(term).length <= maxTermBytes;
  if (!isShort) return `${side} is longer than 1,024 bytes`;
  return term.isWellFormed() ? undefined : `${side} has an invalid character`;
}
