#!/usr/bin/env node
// Adds up the JSON reports of vitest and ends with one line: `N passed, N failed`. A skipped test is a failure
// where the test data is there: nothing may be skipped in silence. A file that had a second try counts as it went then,
// and every test that needed it is named.
import { existsSync, readFileSync } from 'node:fs';

const files = new Map();
const needed = [];
for (const report of process.argv.slice(2)) {
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const first = files.get(file.name);
    for (const test of first?.assertionResults ?? []) {
      if (test.status === 'failed')
        needed.push(`${test.fullName}: ${test.failureMessages[0]?.split('\n')[0]}`);
    }
    files.set(file.name, file);
  }
}

const dataIsThere = existsSync(process.env.DRAGOMAN_TEST_DATA ?? '../shared/data');
const results = [...files.values()];
const tests = results.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
const skipped = count('pending', 'skipped', 'todo', 'disabled');
const brokenFiles = results.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);

const passed = count('passed');
const failed = count('failed') + brokenFiles.length + (dataIsThere ? skipped : 0);
for (const each of needed) console.log(`failed at the first try: ${each}`);
for (const test of tests) if (test.status !== 'passed') console.log(`${test.status}: ${test.fullName}`);
for (const { name } of brokenFiles) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
