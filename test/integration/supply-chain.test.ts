/** Row 29: what comes in from outside is pinned, listed, and runs nothing when it is installed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
}
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const locked = Object.entries(
  readJson<{ packages: Record<string, Locked> }>('package-lock.json').packages,
).filter(([path]) => path.includes('node_modules/'));

test('row 29: every package is pinned by its content, names no server, and has no install script', () => {
  const findings = locked.flatMap(([path, entry]) => {
    if (entry.link) return [];
    // Optional packages of other platforms are not on every mirror; npm checks them where they are installed.
    const isPinned = entry.integrity?.startsWith('sha512-') || entry.optional;
    return [
      ...(isPinned ? [] : [`${path}: no hash`]),
      ...(entry.resolved === undefined ? [] : [`${path}: ${entry.resolved}`]),
      ...(entry.hasInstallScript ? [`${path}: runs a script when it is installed`] : []),
    ];
  });
  process.stdout.write(
    `row 29 supply chain ${JSON.stringify({ packages: locked.length, findings: findings.length })}\n`,
  );
  expect(locked.length).toBeGreaterThan(100);
  expect(findings).toEqual([]);
});

test('row 29: versions are exact, scripts are off, and nothing younger than a week comes in', () => {
  for (const file of ['package.json', 'dashboard/package.json']) {
    const { dependencies, devDependencies, scripts } = readJson<Manifest>(file);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, `${name} in ${file}`).toMatch(/^(npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    expect(Object.keys(scripts ?? {}).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual(
      [],
    );
  }
  const settings = readFileSync('.npmrc', 'utf8');
  for (const line of ['ignore-scripts=true', 'save-exact=true', 'min-release-age=7']) {
    expect(settings.split('\n')).toContain(line);
  }
});

test('row 29: every licence may be passed on, and docs/licences.md lists them all', () => {
  expect(() =>
    execFileSync(process.execPath, ['scripts/licences.mjs', '--check'], { encoding: 'utf8' }),
  ).not.toThrow();
});

test('the list of parts names every package that is installed here for the product, with its hash and licence', () => {
  const sbom = execFileSync(process.execPath, ['scripts/sbom.mjs'], { encoding: 'utf8' });
  const { components } = JSON.parse(sbom) as {
    components: { purl: string; scope: string; hashes?: unknown[] }[];
  };
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))));
  // npm's own view of the tree, without the workspace and the packages of other platforms.
  const tree = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable', '--long'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const installed = tree
    .split('\n')
    .flatMap((line) => line.match(/node_modules\/[^:]+:([^:]+@[\w.-]+)/)?.[1] ?? []);
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((each) => !each.startsWith('@dragoman/') && !listed.has(each))).toEqual([]);
  expect(components.filter(({ scope, hashes }) => scope === 'required' && !hashes)).toEqual([]);
});
