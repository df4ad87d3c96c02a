#!/usr/bin/env node
// The test files that failed in a report of vitest and whose bounds a busy machine can break. Suites that count what is
// lost, doubled, misplaced or damaged are not among them: wrong once is wrong. See docs/decisions/0010.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const breakableByTheMachine = [
  /^test\/(integration|acceptance|compat|browser|bench)\//,
  /^test\/faults\/(?!faults-under-load)/,
  /^test\/chaos\/(noisy-neighbour|rate-limit-time-out)\./,
  /^test\/hostile\/slow-clients\./,
  /^test\/protection\/markup-bombs\./,
];
/** More than a handful is no accident. */
const mostFiles = 6;

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = report.testResults
  .filter(({ status }) => status === 'failed')
  .map(({ name }) => relative(process.cwd(), name));
const worthIt = failed.filter((file) => breakableByTheMachine.some((pattern) => pattern.test(file)));
if (failed.length <= mostFiles) for (const file of worthIt) console.log(file);
