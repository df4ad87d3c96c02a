#!/usr/bin/env node
// Adds up the JSON reports of vitest: prints the slowest files, then as the last line `N passed, N failed`. Each argument
// is `REPORT=STATUS`, with the exit status of the run that wrote the report. These count as failures, too:
// - a run that failed although none of its tests did: an error outside of tests, such as a worker that died or a leak
//   found at the end, shows only in the status
// - a skipped test, unless no test data was named and there is none: no test may be skipped silently
// - a test file of the suites in DRAGOMAN_SUITES that is in no report, or has no test there
// - a line of the file that --forgotten names: a process that the tests left behind
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { forgotten: { type: 'string' } },
});

const runs = positionals.map((argument) => {
  const [, report, status] = /^(.+)=(\d+)$/.exec(argument) ?? [];
  if (report === undefined) throw new Error(`"${argument}" is not REPORT=STATUS`);
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  return { name: basename(report), status: Number(status), files };
});
const results = runs.flatMap(({ files }) => files);

function problemOfRun({ name, status, files }) {
  if (files.length === 0) return [`${name} has no tests; the run that was to write it ended with ${status}`];
  if (status === 0 || files.some((file) => file.status === 'failed')) return [];
  return [`the run of ${name} ended with ${status}, although none of its tests failed`];
}

/** A suite that is not named has its folder under test/. All other test files are unit tests. */
function filesNotRun(suites) {
  const withTests = new Set(
    results
      .filter((file) => file.assertionResults.length > 0)
      .map(({ name }) => relative(process.cwd(), name)),
  );
  return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((path) => /\.test\.[cm]?[jt]sx?$/.test(path) && !path.includes('.long.test.') && existsSync(path))
    .filter((path) => suites.includes(/^test\/([^/]+)\//.exec(path)?.[1] ?? suites[0]))
    .filter((path) => !withTests.has(path))
    .map((path) => `${path} was not run, or has no tests`);
}

const linesOf = (path) => readFileSync(path, 'utf8').split('\n').filter(Boolean);
const problems = [
  ...results
    .filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    )
    .map(({ name }) => name),
  ...runs.flatMap(problemOfRun),
  ...(process.env.DRAGOMAN_SUITES ? filesNotRun(process.env.DRAGOMAN_SUITES.split(' ')) : []),
  ...(values.forgotten
    ? linesOf(values.forgotten).map((line) => `a test left this process: ${line.trim()}`)
    : []),
];

const mayHaveNoData = process.env.DRAGOMAN_TEST_DATA === undefined && !existsSync('../shared/data');
const tests = results.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
const skipped = count('pending', 'skipped', 'todo', 'disabled');
const passed = count('passed');
const failed = count('failed') + problems.length + (mayHaveNoData ? 0 : skipped);

const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1_000;
const longest = results.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 15);
for (const file of longest)
  console.log(`${seconds(file).toFixed(0).padStart(4)} s  ${relative(process.cwd(), file.name)}`);
for (const test of tests) if (test.status !== 'passed') console.log(`${test.status}: ${test.fullName}`);
for (const problem of problems) console.log(`failed: ${problem}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
