import { InvalidArgumentError } from 'commander';
import { cleanReason, reasonRule } from '../lib/reasons.ts';

export function parseReason(value: string): string {
  const reason = cleanReason(value);
  if (reason === undefined) throw new InvalidArgumentError(reasonRule);
  return reason;
}
