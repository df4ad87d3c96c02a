#!/usr/bin/env node
// Adds up the JSON reports of vitest: prints the slowest files, then as the last line `N passed, N failed`. Each argument
// is `REPORT=STATUS`, with the exit status of the run that wrote the report.
// A skipped test counts as a failure if the test data is present: no test may be skipped silently. So does a run that
// failed although none of its tests did: an error outside of tests, such as a worker that died or a leak found at the
// end, shows only in the status.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

const runs = process.argv.slice(2).map((argument) => {
  const [, report, status] = /^(.+)=(\d+)$/.exec(argument) ?? [];
  if (report === undefined) throw new Error(`"${argument}" is not REPORT=STATUS`);
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  return { name: basename(report), status: Number(status), files };
});
const results = runs.flatMap(({ files }) => files);
const failedRuns = runs.filter(
  ({ status, files }) =>
    files.length === 0 || (status !== 0 && files.every((file) => file.status !== 'failed')),
);

const dataIsThere = existsSync(process.env.DRAGOMAN_TEST_DATA ?? '../shared/data');
const tests = results.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
const skipped = count('pending', 'skipped', 'todo', 'disabled');
const brokenFiles = results.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);

const passed = count('passed');
const failed = count('failed') + brokenFiles.length + failedRuns.length + (dataIsThere ? skipped : 0);
const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1_000;
const longest = results.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 15);
for (const file of longest)
  console.log(`${seconds(file).toFixed(0).padStart(4)} s  ${relative(process.cwd(), file.name)}`);
for (const test of tests) if (test.status !== 'passed') console.log(`${test.status}: ${test.fullName}`);
for (const { name } of brokenFiles) console.log(`failed: ${name}`);
for (const { name, status, files } of failedRuns)
  console.log(
    files.length === 0
      ? `failed: ${name} has no tests; the run that was to write it ended with ${status}`
      : `failed: the run of ${name} ended with ${status}, although none of its tests failed`,
  );
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
