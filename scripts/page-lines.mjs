#!/usr/bin/env node
// Counts the lines of the dashboard's pages, without tests, and writes them into docs/evidence/source-size.md.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceTable } from './replace-table.mjs';

/** At commit fa49d616, before the dashboard was moved to shared components and messages in eleven languages. */
const before = {
  pages: 18,
  components: 1_945,
  lines: {
    account: 200,
    audit: 356,
    documents: 435,
    glossaries: 2_778,
    'join-page.tsx': 71,
    keys: 529,
    limits: 328,
    'not-found-page.tsx': 18,
    'operator/installation': 657,
    'operator/teams': 824,
    people: 416,
    playground: 852,
    'sign-in-page.tsx': 58,
    'style-rules': 764,
    usage: 651,
  },
};

const source = join(import.meta.dirname, '../dashboard/src');

/** Lines by folder or file of `pages`, and how many pages they make. A page is a file whose name ends in `-page.tsx`. */
export function countPages() {
  const files = filesOf('pages');
  const lines = {};
  for (const file of files) {
    const name = file.startsWith('operator/') ? dirname(file).split('/', 2).join('/') : file.split('/', 1)[0];
    lines[name] = (lines[name] ?? 0) + linesOf('pages', file);
  }
  const components = filesOf('components').reduce((sum, file) => sum + linesOf('components', file), 0);
  return { pages: files.filter((file) => file.endsWith('-page.tsx')).length, components, lines };
}

function filesOf(folder) {
  return globSync('**/*.{ts,tsx}', { cwd: join(source, folder) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted();
}

function linesOf(folder, file) {
  return readFileSync(join(source, folder, file), 'utf8').split('\n').length - 1;
}

export const meanBefore = mean(before);

export function mean({ pages, lines }) {
  return Math.floor(totalOf(lines) / pages);
}

function withComponents({ pages, components, lines }) {
  return mean({ pages, lines: { ...lines, components } });
}

function totalOf(lines) {
  return Object.values(lines).reduce((sum, count) => sum + count, 0);
}

const shown = (count) => (count === undefined ? '–' : count.toLocaleString('en'));

function table(now) {
  const names = [...new Set([...Object.keys(before.lines), ...Object.keys(now.lines)])].toSorted();
  return [
    '| pages | before | now |',
    '|---|---|---|',
    ...names.map((name) => `| \`${name}\` | ${shown(before.lines[name])} | ${shown(now.lines[name])} |`),
    `| all lines | ${shown(totalOf(before.lines))} | ${shown(totalOf(now.lines))} |`,
    `| pages | ${before.pages} | ${now.pages} |`,
    `| **lines per page** | **${meanBefore}** | **${mean(now)}** |`,
    `| lines of \`components\`, which pages share | ${shown(before.components)} | ${shown(now.components)} |`,
    `| lines per page, components included | ${withComponents(before)} | ${withComponents(now)} |`,
  ];
}

if (process.argv[1] === import.meta.filename)
  replaceTable('docs/evidence/source-size.md', 'lines of pages', table(countPages()));
