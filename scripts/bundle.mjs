#!/usr/bin/env node
// Writes the server to dist/: what a process or a thread starts with as a file where its source lies in src/, and what
// they share, with the packages, in a few large files. To load 2,800 modules one by one takes a second and a half.
//   scripts/bundle.mjs [--with-stub]
import { globSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const source = `${process.cwd()}${sep}src${sep}`;
const withStub = process.argv.includes('--with-stub');

const entries = [
  'main',
  // What tests and scripts load by name.
  'cli/program',
  'cli/report-failure',
  'config/config',
  'lib/request-limits',
  'observability/logger',
  'wiring/start-app',
  ...globSync('src/**/*-{worker,thread}.ts').map((file) => file.slice('src/'.length, -'.ts'.length)),
];

/** They read files next to their own, or load code that is only known when it runs. */
const asInstalled = [
  /^@node-rs\//,
  /^@browsermt\//,
  'fasttext.wasm.js',
  'graphile-worker',
  'node-pg-migrate',
];

/** A module finds the files next to its source where the build puts them, whichever file it ends up in. */
const ownAddress = {
  name: 'own-address',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const built = relative(source, id).replace(/ts$/, 'js');
      return code.replaceAll('import.meta.url', `builtAs(${JSON.stringify(built)})`);
    },
  },
  renderChunk: (code, { fileName }) => {
    if (!code.includes('builtAs(')) return null;
    const up = '../'.repeat(fileName.split('/').length - 1) || './';
    return code.replaceAll(
      /builtAs\("([^"]+)"\)/g,
      (_, file) => `new URL("${up}${file}", import.meta.url).href`,
    );
  },
};

/** A large table is read from text in half the time that evaluating it takes. */
const tableAsText = {
  name: 'table-as-text',
  transform: {
    filter: { id: /\/eld\/src\/ngrams\// },
    handler: async (_code, id) => {
      const [[name, table], ...others] = Object.entries(await import(id));
      if (others.length > 0) throw new Error(`${id} exports more than a table`);
      return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(table))});`;
    },
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `${source}${name}.ts`])),
  platform: 'node',
  external: [...asInstalled, ...(withStub ? [] : [/\/stub-(engine|settings)\.ts$/])],
  plugins: [ownAddress, tableAsText],
  // Packages warn of themselves.
  logLevel: 'silent',
});
await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: ({ isDynamicEntry, facadeModuleId }) =>
    isDynamicEntry && facadeModuleId?.startsWith(source)
      ? `${relative(source, facadeModuleId).replace(/[.]ts$/, '')}.js`
      : 'shared/[name].js',
});
