#!/usr/bin/env node
// Writes the tables of docs/extend/ from scripts/import-table.mjs; with --check, fails where they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { dashboardFolders, folders, libraries } from './import-table.mjs';

const code = (name) => `\`${name}\``;

const folderTable = (rows) => [
  '| folder | holds | may import |',
  '|---|---|---|',
  ...Object.entries(rows).map(([folder, { imports, holds }]) => {
    const others = imports.length === 0 ? 'nothing else' : imports.map(code).join(', ');
    return `| ${code(folder)} | ${holds} | ${others} |`;
  }),
];
const libraryTable = [
  '| library | may be imported only in |',
  '|---|---|',
  ...Object.entries(libraries).map(([library, where]) => `| ${code(library)} | ${code(where)} |`),
];

const tables = {
  'docs/extend/README.md': [...folderTable(folders), '', ...libraryTable],
  'docs/extend/dashboard.md': folderTable(dashboardFolders),
};

for (const [page, lines] of Object.entries(tables)) {
  const before = readFileSync(page, 'utf8');
  const marks = /(<!-- import table: npm run import-table -->\n)[\s\S]*?(\n<!-- end -->)/;
  if (!marks.test(before)) throw new Error(`${page} has no place for the import table`);
  const after = before.replace(marks, (_all, start, end) => `${start}${lines.join('\n')}${end}`);
  if (!process.argv.includes('--check')) {
    writeFileSync(page, after);
  } else if (after !== before) {
    console.error(`${page} differs from scripts/import-table.mjs: run npm run import-table`);
    process.exitCode = 1;
  }
}
