/** Prints the tables of docs/detection.md: `node test/quality/detection-table.ts`. Needs the FLORES data. */
import { languageName } from '../../src/lib/language-tag.ts';
import { readFlores } from './flores.ts';
import {
  apertiumLanguages,
  averageOf,
  type Cut,
  measure,
  measureMixedCalls,
  type Outcome,
  refusedShare,
  rightShare,
  type Sentences,
} from './measure-detection.ts';

const sentences = readFlores('flores-dev');
const unseen = readFlores('flores-test');
const everyLanguage = [...sentences.keys()];

const cuts: Readonly<Record<string, Cut>> = {
  'full sentence': { callSize: 1 },
  'five words': { words: 5, callSize: 1 },
  'two words': { words: 2, callSize: 1 },
  'one word': { words: 1, callSize: 1 },
  'two words, calls of ten': { words: 2, callSize: 10 },
};
const tables = await measureAll(sentences);
const [fullSentences] = tables;
const refusals = await measure(sentences, { callSize: 1 }, apertiumLanguages);
const shortRefusals = await measure(sentences, { words: 2, callSize: 1 }, apertiumLanguages);
const mixed = await measureMixedCalls(sentences, 2);

type Outcomes = ReadonlyMap<string, Outcome>;

const percent = (share: number) => (100 * share).toFixed(1);
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const nameOf = (language: string) => `${languageName(language)} (${language})`;

async function measureAll(part: Sentences): Promise<Outcomes[]> {
  const found: Outcomes[] = [];
  for (const cut of Object.values(cuts)) found.push(await measure(part, cut, everyLanguage));
  return found;
}

function mistakesOf(outcome: Outcome | undefined): string {
  const top = outcome?.mistakes.slice(0, 2) ?? [];
  return top.map(([language, count]) => `${language} ${count}`).join(', ');
}

function cellsOf(from: readonly Outcomes[], language: string, share: (outcome: Outcome) => number): string[] {
  return from.map((table) => {
    const outcome = table.get(language);
    return outcome === undefined ? '' : percent(share(outcome));
  });
}

function printAccuracy(): string[] {
  const averages = tables.map((table) => `**${percent(averageOf(table, rightShare))}**`);
  return [
    row('language', ...Object.keys(cuts), 'sentences taken for'),
    row('---', ...tables.map(() => '--:'), '---'),
    row('**all that a detector knows**', ...averages, ''),
    ...everyLanguage.map((language) => {
      const taken = mistakesOf(fullSentences?.get(language));
      return row(nameOf(language), ...cellsOf(tables, language, rightShare), taken);
    }),
  ];
}

/** The same languages on the sentences of the table above and on others: what is due to fitting shows here. */
async function printUnseen(): Promise<string[]> {
  const seenHere = new Map([...sentences].filter(([language]) => unseen.has(language)));
  const averages = async (part: Sentences) =>
    (await measureAll(part)).map((table) => percent(averageOf(table, rightShare)));
  return [
    row(`${unseen.size} languages`, ...Object.keys(cuts)),
    row('---', ...tables.map(() => '--:')),
    row('the sentences above', ...(await averages(seenHere))),
    row('1,012 other sentences', ...(await averages(unseen))),
  ];
}

function printRefusals(): string[] {
  return [
    row('language', 'sentences refused', 'two words refused', 'sentences taken for'),
    row('---', '--:', '--:', '---'),
    ...everyLanguage.map((language) => {
      const name = apertiumLanguages.includes(language) ? `**${nameOf(language)}**` : nameOf(language);
      const refused = cellsOf([refusals, shortRefusals], language, refusedShare);
      return row(name, ...refused, mistakesOf(refusals.get(language)));
    }),
  ];
}

process.stdout.write(
  [
    '## Accuracy by language',
    '',
    ...printAccuracy(),
    '',
    `Nine texts of two words in one language and a sentence in another, ${mixed.calls} calls: the nine are right in`,
    `${percent(mixed.majorityRight / mixed.calls)} %, the sentence in ${percent(mixed.otherRight / mixed.calls)} %.`,
    '',
    '## On other sentences',
    '',
    ...(await printUnseen()),
    '',
    `## Refusals with ${apertiumLanguages.length} candidates`,
    '',
    'The candidates are in bold. Sentences in other languages should be refused, two words never. "no nl 183" reads:',
    'refused as Dutch 183 times.',
    '',
    ...printRefusals(),
    '',
  ].join('\n'),
);
