/** What the long forms gave, kept from one run to the next, and the page that shows it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filesOf, kindOf, type Row, type TestFile } from './rows.ts';

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

const file = 'docs/evidence/proof.json';
export const page = 'docs/evidence/proof.md';

export function readOutcomes(): Outcomes {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcomes) : {};
}

export function writeOutcomes(outcomes: Outcomes, rows: readonly Row[], all: readonly TestFile[]): void {
  const sorted = Object.fromEntries(Object.entries(outcomes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
  writeFileSync(page, describeProof(outcomes, rows, all));
}

/** Done is what passed at this commit: what failed is run again. */
export function isDone(outcome: Outcome | undefined, commit: string): boolean {
  return outcome !== undefined && outcome.commit === commit && outcome.failed === 0 && outcome.passed > 0;
}

const introduction = `# The long forms, as they were last run

Written by \`npm run proof\`, which runs the long form of every row of [reliability.md](reliability.md), one test file
after the other, those that never ran first. A file that passed is not run again until anything but documentation has changed. \`-- --minutes 60\` starts
nothing after an hour, \`-- 7 12\` runs these rows, \`-- --list\` says what there is to do, \`-- --table\` only writes this page.
The kinds are those of [decision 0010](../decisions/0010-kinds-of-proof.md). What the tests print is [below](#what-the-tests-print).

`;

export function describeProof(outcomes: Outcomes, rows: readonly Row[], all: readonly TestFile[]): string {
  const runs = rows.flatMap(({ number, name, commands }) =>
    commands.map((command) => {
      const files = filesOf(command, all);
      const done = files.flatMap(({ path }) => outcomes[path] ?? []);
      return { number, name, command, files, done };
    }),
  );
  const lines = runs.map(({ number, name, command, files, done }) => {
    const kinds = [...new Set(files.map(suiteAndKind))].toSorted().join('<br>');
    const cells = [number, name, kinds, resultOf(done, files.length), `\`${command}\``, ...timesOf(done)];
    return `| ${cells.join(' | ')} |`;
  });
  const header =
    '| # | fault or attack | suite and kind | result of the long form | command | last run | duration | commit |\n' +
    '|---|---|---|---|---|---|---|---|\n';
  const printed = runs.flatMap(({ number, name, done }) => {
    const figures = done.flatMap((outcome) => figuresOfRow(number, outcome.figures));
    if (figures.length === 0) return [];
    return `${number === '–' ? '' : `${number}, `}${name}:\n\n\`\`\`text\n${figures.join('\n')}\n\`\`\`\n`;
  });
  return `${introduction}${header}${lines.join('\n')}\n\n## What the tests print\n\n${printed.join('\n')}`;
}

function timesOf(done: readonly Outcome[]): [string, string, string] {
  if (done.length === 0) return ['–', '–', '–'];
  const dates = done.map(({ date }) => date).toSorted();
  const seconds = done.reduce((sum, outcome) => sum + outcome.seconds, 0);
  return [dates[0] ?? '', `${seconds} s`, [...new Set(done.map(({ commit }) => commit))].join(', ')];
}

function resultOf(done: readonly Outcome[], files: number): string {
  if (done.length === 0) return 'not run yet';
  const passed = done.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = done.reduce((sum, outcome) => sum + outcome.failed, 0);
  const part = done.length < files ? ` in ${done.length} of ${files} files` : '';
  return `${passed} passed${failed > 0 ? `, **${failed} failed**` : ''}${part}`;
}

/** Some lines name their row; of these, only the row's own. */
function figuresOfRow(number: string, printed: readonly string[]): readonly string[] {
  const rowOf = (line: string) => /^(?:chaos |row )+(\d+)\b/.exec(line)?.[1];
  return printed.filter((line) => rowOf(line) === undefined || rowOf(line) === number);
}

function suiteAndKind(file: TestFile): string {
  const kind = kindOf(file);
  return file.project === kind ? kind : `${file.project}, ${kind}`;
}
