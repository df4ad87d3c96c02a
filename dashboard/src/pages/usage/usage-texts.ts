/** Texts of the usage page that depend on the selected group and measure. */
import type { UsageView } from '../../api/queries.ts';
import { dialectName } from '../../components/dialect-words.ts';
import { modeName } from '../../components/role-words.ts';
import { formatCharacters } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import type { Measure } from './series.ts';

interface GroupTexts {
  readonly choice: string;
  readonly header: string;
  readonly table: string;
  readonly noun: string;
}

export const groupTexts = (): Readonly<Record<UsageView, GroupTexts>> => ({
  key: {
    choice: t('Key'),
    header: t('Key'),
    table: t('Usage by key'),
    noun: tIn('part of a chart label', 'key'),
  },
  mode: {
    choice: t('Live and test'),
    header: t('Mode'),
    table: t('Usage by mode'),
    noun: tIn('part of a chart label', 'mode'),
  },
  pair: {
    choice: t('Language pair'),
    header: t('Language pair'),
    table: t('Usage by pair'),
    noun: tIn('part of a chart label', 'pair'),
  },
  engine: {
    choice: t('Engine'),
    header: t('Engine'),
    table: t('Usage by engine'),
    noun: tIn('part of a chart label', 'engine'),
  },
  dialect: {
    choice: tIn('program that calls', 'Client'),
    header: tIn('program that calls', 'Client'),
    table: t('Usage by client'),
    noun: tIn('part of a chart label', 'client'),
  },
  tag: {
    choice: t('Reporting tag'),
    header: t('Reporting tag'),
    table: t('Usage by reporting tag'),
    noun: tIn('part of a chart label', 'reporting tag'),
  },
});

/** What a group of the report is called; keys and engines have names of their own. */
export function groupName(group: UsageView, value: string): string {
  if (group === 'mode') return modeName(value);
  if (group === 'tag') return tagName(value);
  return group === 'dialect' ? dialectName(value) : value;
}

/** The server books calls without a tag under an empty one, and those beyond its limit of tags under one of its own. */
function tagName(tag: string): string {
  if (tag === '') return t('No tag');
  return tag === 'other tags' ? t('Other tags') : tag;
}

export const measureTexts = () => ({ characters: t('Characters'), calls: t('Calls') }) as const;
const measureNouns = () => ({
  characters: tIn('part of a chart label', 'characters'),
  calls: tIn('part of a chart label', 'calls'),
});
const stepNouns = () => ({
  day: tIn('part of a chart label', 'day'),
  hour: tIn('part of a chart label', 'hour'),
});

export function chartLabel(measure: Measure, by: 'day' | 'hour', group: UsageView): string {
  const [what, step, groups] = [measureNouns()[measure], stepNouns()[by], groupTexts()[group].noun];
  return t('Chart: {what} by {step} and {group}. The table has the figures.', { what, step, group: groups });
}

export function totalText(measure: Measure, total: number): string {
  return measure === 'characters'
    ? formatCharacters(total)
    : t('{count, plural, one {# call} other {# calls}}', { count: total });
}
