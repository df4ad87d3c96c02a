#!/usr/bin/env node
// Writes the table of docs/call/deepl-operations.md from deepl-operations.json; with --check, fails where they differ.
import { readFileSync } from 'node:fs';
import { replaceTable } from './replace-table.mjs';

const { operations } = JSON.parse(readFileSync('docs/call/deepl-operations.json', 'utf8'));

const statuses = ['supported', 'refused by name', 'not offered'];
const counts = statuses.map((status) => {
  const count = operations.filter((each) => each.status === status).length;
  return `${count} ${status}`;
});

replaceTable('docs/call/deepl-operations.md', 'operations table', [
  `${operations.length} operations: ${counts.join(', ')}.`,
  '',
  '| operation | | status | note |',
  '|---|---|---|---|',
  ...operations.map(
    ({ operation, does, status, note = '' }) => `| \`${operation}\` | ${does} | ${status} | ${note} |`,
  ),
]);
