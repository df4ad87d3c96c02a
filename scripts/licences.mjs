#!/usr/bin/env node
// Lists the packages of an installation and their licences, from the lockfile alone.
//   scripts/licences.mjs            writes docs/licences.md
//   scripts/licences.mjs --check    fails if that file is out of date, or a package has a licence that is not allowed
//   scripts/licences.mjs --texts server F     writes the licence texts of the packages that the server is bundled with
//   scripts/licences.mjs --texts dashboard F  the same for the dashboard
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackages, lock } from './installed-packages.mjs';

/** Licences that require only their text, or (MPL) the source of their own files, which npm provides. */
const passable = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
];
const page = 'docs/licences.md';

function describe() {
  const byLicence = Map.groupBy(installedPackages, ({ license }) => license);
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, packages]) => {
      const names = packages.map(({ name, version }) => `\`${name}\` ${version}`);
      return `## ${licence}: ${packages.length}\n\n${names.join(', ')}\n`;
    });
  return `# Licences

Packages that \`npm ci --omit=dev\` installs with Dragoman, which itself is Apache-2.0. \`scripts/licences.mjs\` writes this page
from the lockfile; a test fails when it is out of date or a package has a licence that is not allowed. The licence texts of
the packages that the build bundles are in \`dist/licences.txt\` and, for the dashboard, \`dist/dashboard/licences.txt\`. Two things are data with licences of their own:
the model of \`fasttext.wasm.js\` (CC BY-SA 3.0) and the neural models that \`dragoman models pull\` downloads
(MPL-2.0 if they are Mozilla's).

${sections.join('\n')}`;
}

/** The packages of a bundle: the dependencies of its workspace and theirs. */
function bundled(workspace) {
  const found = new Map();
  const add = (names) => {
    for (const name of Object.keys(names ?? {})) {
      const path = [`dashboard/node_modules/${name}`, `node_modules/${name}`].find((each) => each in lock);
      if (path === undefined || found.has(name)) continue;
      found.set(name, path);
      add(lock[path].dependencies);
    }
  };
  add(lock[workspace].dependencies);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

function texts(workspace) {
  return bundled(workspace)
    .map(([name, path]) => {
      const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
      const text =
        file === undefined ? `Licence: ${lock[path].license}\n` : readFileSync(join(path, file), 'utf8');
      return `${name} ${lock[path].version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

const [mode, bundle, file] = process.argv.slice(2);
if (mode === '--texts') {
  writeFileSync(file, texts(bundle === 'server' ? '' : bundle));
} else if (mode === '--check') {
  const foreign = installedPackages.filter(({ license }) => !passable.includes(license));
  for (const { name, license } of foreign) console.error(`${name}: ${license} is not an allowed licence`);
  const isCurrent = readFileSync(page, 'utf8') === describe();
  if (!isCurrent) console.error(`${page} is out of date: run scripts/licences.mjs`);
  process.exit(foreign.length > 0 || !isCurrent ? 1 : 0);
} else {
  writeFileSync(page, describe());
}
