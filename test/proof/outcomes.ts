/** What the long forms gave, kept from one run to the next, and the page that shows it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filesOf, type Row, type TestFile } from './rows.ts';

export interface Outcome {
  /** The last commit that changed anything but documentation. */
  readonly commit: string;
  readonly date: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  /** What the tests printed. */
  readonly figures: readonly string[];
}

/** By test file. */
export type Outcomes = Readonly<Record<string, Outcome>>;

const file = 'docs/reliability/proof.json';
const page = 'docs/reliability/proof.md';

export function readOutcomes(): Outcomes {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcomes) : {};
}

export function writeOutcomes(outcomes: Outcomes, rows: readonly Row[], all: readonly TestFile[]): void {
  const sorted = Object.fromEntries(Object.entries(outcomes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
  writeFileSync(page, describe(outcomes, rows, all));
}

/** Done is what passed at this commit: what failed is run again. */
export function isDone(outcome: Outcome | undefined, commit: string): boolean {
  return outcome !== undefined && outcome.commit === commit && outcome.failed === 0 && outcome.passed > 0;
}

const introduction = `# The long forms, as they were last run

Written by \`npm run proof\`, which runs the long form of every row of [reliability.md](../reliability.md), one test file
after the other. A file that passed is not run again until anything but documentation has changed. \`-- --minutes 60\` starts
nothing after an hour, \`-- 7 12\` runs these rows, \`-- --list\` says what there is to do. Figures are as the tests print them.

`;

function describe(outcomes: Outcomes, rows: readonly Row[], all: readonly TestFile[]): string {
  const lines = rows.flatMap(({ number, name, commands }) =>
    commands.map((command) => {
      const ran = filesOf(command, all).map(({ path }) => outcomes[path]);
      const done = ran.filter((outcome) => outcome !== undefined);
      const cells = [number, name, figureOf(number, done, ran.length), `\`${command}\``, ...timesOf(done)];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  const header =
    '| # | fault or attack | figure | command | date | duration | commit |\n|---|---|---|---|---|---|---|\n';
  return `${introduction}${header}${lines.join('\n')}\n`;
}

function timesOf(done: readonly Outcome[]): [string, string, string] {
  if (done.length === 0) return ['–', '–', '–'];
  const dates = done.map(({ date }) => date).toSorted();
  const seconds = done.reduce((sum, outcome) => sum + outcome.seconds, 0);
  return [dates[0] ?? '', `${seconds} s`, [...new Set(done.map(({ commit }) => commit))].join(', ')];
}

function figureOf(number: string, done: readonly Outcome[], files: number): string {
  if (done.length === 0) return 'not run yet';
  const passed = done.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = done.reduce((sum, outcome) => sum + outcome.failed, 0);
  const part = done.length < files ? ` in ${done.length} of ${files} files` : '';
  const summary = `${passed} passed${failed > 0 ? `, **${failed} failed**` : ''}${part}`;
  const figures = done.flatMap(({ figures: printed }) => figuresOfRow(number, printed));
  return [summary, ...figures.map((figure) => `\`${inTable(figure)}\``)].join('<br>');
}

/** Some lines name their row; of these, only the row's own. */
function figuresOfRow(number: string, printed: readonly string[]): readonly string[] {
  const rowOf = (line: string) => /^(?:chaos |row )+(\d+)\b/.exec(line)?.[1];
  return printed.filter((line) => rowOf(line) === undefined || rowOf(line) === number);
}

const inTable = (text: string) => text.replaceAll('`', "'").replaceAll('|', '\\|');
