#!/usr/bin/env node
// Writes the tables of docs/extend/README.md from scripts/import-table.mjs; with --check, fails where they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { folders, libraries } from './import-table.mjs';

const page = 'docs/extend/README.md';
const code = (name) => `\`${name}\``;

const folderRows = Object.entries(folders).map(([folder, { imports, holds }]) => {
  const others = imports.length === 0 ? 'nothing else' : imports.map(code).join(', ');
  return `| ${code(folder)} | ${holds} | ${others} |`;
});
const libraryRows = Object.entries(libraries).map(
  ([library, where]) => `| ${code(library)} | ${code(where)} |`,
);
const tables = [
  '| folder | holds | may import |',
  '|---|---|---|',
  ...folderRows,
  '',
  '| library | may be imported only in |',
  '|---|---|',
  ...libraryRows,
].join('\n');

const before = readFileSync(page, 'utf8');
const marks = /(<!-- import table: npm run import-table -->\n)[\s\S]*?(\n<!-- end -->)/;
if (!marks.test(before)) throw new Error(`${page} has no place for the import table`);
const after = before.replace(marks, (_all, start, end) => `${start}${tables}${end}`);
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error(`${page} differs from scripts/import-table.mjs: run npm run import-table`);
    process.exitCode = 1;
  }
} else writeFileSync(page, after);
