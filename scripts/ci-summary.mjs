#!/usr/bin/env node
// Adds up the JSON reports of vitest: prints the slowest files, then as the last line `N passed, N failed`.
// A skipped test counts as a failure if the test data is present: no test may be skipped silently.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const results = process.argv
  .slice(2)
  .flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults);

const dataIsThere = existsSync(process.env.DRAGOMAN_TEST_DATA ?? '../shared/data');
const tests = results.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
const skipped = count('pending', 'skipped', 'todo', 'disabled');
const brokenFiles = results.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);

const passed = count('passed');
const failed = count('failed') + brokenFiles.length + (dataIsThere ? skipped : 0);
const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1_000;
const longest = results.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 15);
for (const file of longest)
  console.log(`${seconds(file).toFixed(0).padStart(4)} s  ${relative(process.cwd(), file.name)}`);
for (const test of tests) if (test.status !== 'passed') console.log(`${test.status}: ${test.fullName}`);
for (const { name } of brokenFiles) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
