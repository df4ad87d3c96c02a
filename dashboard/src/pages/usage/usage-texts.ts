/** Texts of the usage page that depend on the selected group and measure. */
import type { UsageView } from '../../api/queries.ts';
import { formatCharacters, plural } from '../../lib/format.ts';
import type { Measure } from './series.ts';

interface GroupTexts {
  readonly choice: string;
  readonly header: string;
  readonly table: string;
  readonly noun: string;
}

export const groupTexts: Readonly<Record<UsageView, GroupTexts>> = {
  key: { choice: 'Key', header: 'Key', table: 'Usage by key', noun: 'key' },
  mode: { choice: 'Live and test', header: 'Mode', table: 'Usage by mode', noun: 'mode' },
  pair: { choice: 'Language pair', header: 'Language pair', table: 'Usage by pair', noun: 'pair' },
  engine: { choice: 'Engine', header: 'Engine', table: 'Usage by engine', noun: 'engine' },
};

export const measureTexts = { characters: 'Characters', calls: 'Calls' } as const;
const measureNouns = { characters: 'characters', calls: 'calls' } as const;
const stepNouns = { day: 'day', hour: 'hour' } as const;

export function chartLabel(measure: Measure, by: 'day' | 'hour', group: UsageView): string {
  const [what, step, groups] = [measureNouns[measure], stepNouns[by], groupTexts[group].noun];
  return `Chart: ${what} by ${step} and ${groups}. The table has the figures.`;
}

export function totalText(measure: Measure, total: number): string {
  return measure === 'characters'
    ? formatCharacters(total)
    : plural(total, { one: '# call', other: '# calls' });
}
