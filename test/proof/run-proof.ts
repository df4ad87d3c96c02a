/**
 * The long form of every row of docs/evidence/reliability.md, one test file after the other, those that never
 * ran first:
 *
 *   npm run proof                      everything that has not passed at this commit: hours
 *   npm run proof -- --minutes 60      starts nothing that would not end within the hour
 *   npm run proof -- 7 12 supply       rows by number, or by a part of their name
 *   npm run proof -- --list            what there is to do, and how long it took the last time
 *   npm run proof -- --limit 20        no test file takes longer than 20 minutes
 *   npm run proof -- --table           writes the page as it stands, and runs nothing
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { isDone, type Outcomes, readOutcomes, writeOutcomes } from './outcomes.ts';
import { filesOf, type Row, readRows, type TestFile } from './rows.ts';
import { runTestFile } from './run-test-file.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1440' },
    limit: { type: 'string', default: '130' },
    list: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
});
const minutes = positive('minutes', values.minutes);
const limit = positive('limit', values.limit);

function positive(name: string, value: string): number {
  if (!(Number(value) > 0)) throw new Error(`--${name} needs a number of minutes`);
  return Number(value);
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const notDocumentation = ['--', '.', ':!docs', ':!CHANGELOG.md'];

/** What is being proved. Changes that are not committed have no name, so nothing counts as done with them. */
function currentCommit(): string {
  const commit = git('log', '-1', '--format=%h', ...notDocumentation);
  return git('status', '--porcelain', ...notDocumentation) === '' ? commit : `${commit} and changes`;
}

function allTestFiles(): TestFile[] {
  const listed = execFileSync('vitest', ['list', '--filesOnly', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, DRAGOMAN_LONG: '1' },
  });
  const files = JSON.parse(listed.slice(listed.indexOf('['))) as { file: string; projectName: string }[];
  return files.map(({ file, projectName }) => ({
    project: projectName,
    path: relative(process.cwd(), file),
  }));
}

const isChosen = ({ number, name }: Row) =>
  positionals.length === 0 ||
  positionals.some((wanted) => (/^\d+$/.test(wanted) ? wanted === number : name.includes(wanted)));

const say = (line: string) => process.stdout.write(`== ${line}\n`);

const commit = currentCommit();
const all = allTestFiles();
const rows = readRows(readFileSync('docs/evidence/reliability.md', 'utf8'));
const files = new Map(
  rows
    .filter(isChosen)
    .flatMap(({ commands }) => commands.flatMap((command) => filesOf(command, all)))
    .map((file) => [file.path, file]),
);
let outcomes: Outcomes = readOutcomes();
if (values.table) {
  writeOutcomes(outcomes, rows, all);
  process.exit();
}
const isNamed = !commit.endsWith('changes');
/** What never ran comes first and what ran lately last, so that short sessions get through all of it. */
const lastRun = ({ path }: TestFile) => outcomes[path]?.date ?? '';
const toDo = [...files.values()]
  .filter(({ path }) => !(isNamed && isDone(outcomes[path], commit)))
  .toSorted((a, b) => lastRun(a).localeCompare(lastRun(b)));
say(`${files.size} test files for ${rows.filter(isChosen).length} rows, ${toDo.length} to run at ${commit}`);

const endMs = performance.now() + minutes * 60_000;
const left: string[] = [];
const failed: string[] = [];
for (const file of toDo) {
  const lastSeconds = outcomes[file.path]?.seconds ?? 0;
  if (values.list) {
    say(`${file.path}, ${lastSeconds > 0 ? `${lastSeconds} s the last time` : 'never run'}`);
    continue;
  }
  const restMs = endMs - performance.now();
  if (restMs < 1_000 * Math.max(1, lastSeconds)) {
    left.push(file.path);
    continue;
  }
  say(file.path);
  const outcome = await runTestFile(file, { commit, limitMs: Math.min(limit * 60_000, restMs) });
  outcomes = { ...outcomes, [file.path]: outcome };
  // After each, so that what was run is kept whatever happens to the rest.
  writeOutcomes(outcomes, rows, all);
  say(`${outcome.passed} passed, ${outcome.failed} failed in ${outcome.seconds} s`);
  if (outcome.failed > 0) failed.push(file.path);
}
say(
  `${Object.values(outcomes).filter((each) => each.commit === commit).length} of ${files.size} files run at ${commit}, ${failed.length} failed`,
);
if (left.length > 0) say(`no time left for: ${left.join(', ')}`);
if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
