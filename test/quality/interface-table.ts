/**
 * Prints the tables of interface strings in docs/detection.md: `node test/quality/interface-table.ts`. With
 * `--mistakes` it prints the mistakes instead, without those in the part that is held out.
 */
import { languageName } from '../../src/lib/language-tag.ts';
import {
  everyLanguage,
  findMistakes,
  findMistakesBeside,
  type InterfaceString,
  readInterfaceStrings,
  someLanguages,
} from './interface-strings.ts';

const strings = readInterfaceStrings();
const ofSomeLanguages = strings.filter(({ language }) => someLanguages.includes(language));
const sentences = new Map([
  ['fr', ['Le nouveau formulaire est disponible depuis hier dans votre espace personnel.']],
  ['en', ['The new form has been available in your personal area since yesterday.']],
]);

type Mistakes = ReadonlyMap<InterfaceString, string>;
type Filter = (string: InterfaceString) => boolean;

const kinds: Readonly<Record<string, Filter>> = {
  'one word': ({ isOneWord }) => isOneWord,
  'two words or more': ({ isOneWord }) => !isOneWord,
};
const parts: Readonly<Record<string, Filter>> = {
  'fitted on': ({ isHeldOut }) => !isHeldOut,
  'held out': ({ isHeldOut }) => isHeldOut,
};

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

function shareOf(all: readonly InterfaceString[], mistakes: Mistakes, filter: Filter): string {
  const measured = all.filter(filter);
  if (measured.length === 0) return '';
  const right = measured.filter((string) => !mistakes.has(string)).length;
  return `${((100 * right) / measured.length).toFixed(1)} (${right} of ${measured.length})`;
}

const measurements: readonly [name: string, strings: readonly InterfaceString[], mistakes: Mistakes][] = [
  [`${everyLanguage.length} candidates`, strings, await findMistakes(strings, everyLanguage)],
  [`${someLanguages.length} candidates`, ofSomeLanguages, await findMistakes(ofSomeLanguages, someLanguages)],
  [
    `${everyLanguage.length} candidates, beside a sentence in another language`,
    strings,
    await findMistakesBeside(sentences, strings, everyLanguage),
  ],
];

function summary(): string[] {
  const columns = Object.entries(kinds).flatMap(([kind, isOfKind]) =>
    Object.entries(parts).map(([part, isOfPart]) => ({
      title: `${kind}, ${part}`,
      filter: (string: InterfaceString) => isOfKind(string) && isOfPart(string),
    })),
  );
  return [
    row('', ...columns.map(({ title }) => title)),
    row('---', ...columns.map(() => '--:')),
    ...measurements.map(([name, all, mistakes]) =>
      row(name, ...columns.map(({ filter }) => shareOf(all, mistakes, filter))),
    ),
  ];
}

function byLanguage(): string[] {
  const [[, all, mistakes] = ['', [], new Map()]] = measurements;
  const languages = [...new Set(all.map(({ language }) => language))];
  return [
    row('language', ...Object.keys(kinds)),
    row('---', ...Object.keys(kinds).map(() => '--:')),
    ...languages.map((language) =>
      row(
        `${languageName(language)} (${language})`,
        ...Object.values(kinds).map((isOfKind) =>
          shareOf(all, mistakes, (string) => string.language === language && isOfKind(string)),
        ),
      ),
    ),
  ];
}

function listMistakes(): string[] {
  return measurements.flatMap(([name, , mistakes]) => [
    name,
    ...[...mistakes]
      .filter(([{ isHeldOut }]) => !isHeldOut)
      .map(([{ text, languages }, taken]) => `  ${languages.join(' ')}: ${text} → ${taken}`),
  ]);
}

const lines = process.argv.includes('--mistakes') ? listMistakes() : [...summary(), '', ...byLanguage()];
process.stdout.write(`${lines.join('\n')}\n`);
