import type { Finding, FindingKind } from '../accounts/audit-chain/findings.ts';
import { count } from './print.ts';

const words: Readonly<Record<FindingKind, string>> = {
  altered: 'was altered',
  deleted: 'was deleted',
  inserted: 'was inserted',
  reordered: 'was moved',
  truncated_start: 'was cut off at the beginning',
  truncated_end: 'was cut off at the end',
  emptied: 'was emptied without an erasure',
  rewritten: 'or one before it was replaced',
};

/** After a program ran wild, the first ones tell enough. `--json` has all. */
const maxLines = 50;

export function describeFindings(findings: readonly Finding[]): string[] {
  const lines = findings.slice(0, maxLines).map((finding) => `  ${describeFinding(finding)}`);
  const more = findings.length - lines.length;
  return more > 0 ? [...lines, `  … and ${count(more)} more; --json lists all`] : lines;
}

function describeFinding({ kind, number, until, entryId, fields }: Finding): string {
  const isRange = number !== undefined && until !== undefined && until > number;
  const place =
    number === undefined ? 'An entry' : isRange ? `Entries ${number} to ${until}` : `Entry ${number}`;
  const id = entryId === undefined ? '' : ` (${entryId})`;
  const what = isRange ? words[kind].replace(/^was/, 'were') : words[kind];
  return `${place}${id} ${what}${fields === undefined ? '' : `: ${fields.join(', ')}`}`;
}
