#!/usr/bin/env node
// Adds missing optional packages of other platforms to package-lock.json. With a registry mirror that has only
// Linux packages, npm omits them, and `npm ci` then rejects its own lockfile. Run this after every
// `npm install`; it changes nothing if the lockfile is complete.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
];

/** `@biomejs/cli-linux-x64-musl` → os linux, cpu x64, libc musl. */
function platformOf(name) {
  const parts = name.split(/[-/]/);
  const os = systems.filter((system) => parts.includes(system));
  const cpu = processors.filter((processor) => parts.includes(processor));
  const libc = parts.includes('musl') || parts.includes('musleabihf') ? ['musl'] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

let added = 0;
for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[path] !== undefined || Object.keys(platform).length === 0) continue;
    lock.packages[path] = { version, ...platform, ...(owner.dev && { dev: true }), optional: true };
    added++;
  }
}
if (added > 0) {
  const [root, ...rest] = Object.entries(lock.packages);
  rest.sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([root, ...rest]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added} packages of other platforms added to ${file}`);
