// Lists what `npm ci --omit=dev` installs, from the lockfile alone. `npm sbom --omit dev` omits packages that a
// development tool can also use.
import { readFileSync } from 'node:fs';

export const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

export const installedPackages = Object.entries(lock)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
  .map(([path, { version, license = 'unknown', integrity, optional = false }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    license,
    integrity,
    isOptional: optional,
  }))
  .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
