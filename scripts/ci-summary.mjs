#!/usr/bin/env node
// Adds up the JSON reports of vitest and ends with one line: `N passed, N failed`. A skipped test is a failure
// where the test data is there: nothing may be skipped in silence.
import { existsSync, readFileSync } from 'node:fs';

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (field) => reports.reduce((total, report) => total + report[field], 0);
const skipped = sum('numPendingTests') + sum('numTodoTests');
const dataIsThere = existsSync(process.env.DRAGOMAN_TEST_DATA ?? '../shared/data');
const brokenFiles = reports.flatMap((report) =>
  report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ),
).length;

const passed = sum('numPassedTests');
const failed = sum('numFailedTests') + brokenFiles + (dataIsThere ? skipped : 0);
for (const report of reports) {
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status !== 'passed') console.log(`${test.status}: ${test.fullName}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
