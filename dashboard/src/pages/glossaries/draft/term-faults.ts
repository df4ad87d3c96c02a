/** Checks an entry by the server's rules before it is sent. */
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';

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

const texts = {
  source: {
    empty: () => t('Source is empty'),
    space: () => t('Source starts or ends with a space'),
    control: () => t('Source has a control character'),
    long: () => t('Source is longer than {limit} bytes', { limit: formatNumber(maxTermBytes) }),
    invalid: () => t('Source has an invalid character'),
  },
  target: {
    empty: () => t('Target is empty'),
    space: () => t('Target starts or ends with a space'),
    control: () => t('Target has a control character'),
    long: () => t('Target is longer than {limit} bytes', { limit: formatNumber(maxTermBytes) }),
    invalid: () => t('Target has an invalid character'),
  },
} as const;

export function faultOf({ source, target }: Cells): string | undefined {
  const sourceFault = faultOfTerm(source);
  if (sourceFault !== undefined) return texts.source[sourceFault]();
  const targetFault = faultOfTerm(target);
  return targetFault && texts.target[targetFault]();
}

/** Whether the problem of the row is in its target term. A duplicate is a problem of the source term. */
export function isTargetFaulty({ source, target }: Cells): boolean {
  return faultOfTerm(source) === undefined && faultOfTerm(target) !== undefined;
}

function faultOfTerm(term: string): keyof typeof texts.source | undefined {
  if (term === '') return 'empty';
  if (term !== term.trim()) return 'space';
  if (controlCharacter.test(term)) return 'control';
  // UTF-8 needs at most three bytes for a UTF-16 code unit.
  const isShort = term.length * 3 <= maxTermBytes || encoder.encode(term).length <= maxTermBytes;
  if (!isShort) return 'long';
  return term.isWellFormed() ? undefined : 'invalid';
}
