#!/usr/bin/env node
// Writes the tables of docs/extend/ from scripts/import-table.mjs; with --check, fails where they differ.
import { dashboardFolders, folders, libraries } from './import-table.mjs';
import { replaceTable } from './replace-table.mjs';

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

for (const [page, lines] of Object.entries(tables)) replaceTable(page, 'import table', lines);
