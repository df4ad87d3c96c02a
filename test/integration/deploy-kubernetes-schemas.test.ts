/**
 * The manifests against the schemas that Kubernetes publishes, twice: values and required fields by the schemas themselves, and names
 * that no schema knows by the types made from them, because an API server ignores these unless asked.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Manifest, readManifests, repository } from '../support/deploy-files.ts';

const components = readdirSync(join(repository, 'deploy/kubernetes/components'));
const folders = ['kubernetes/base', ...components.map((name) => `kubernetes/components/${name}`)];
const kustomize = ['Kustomization', 'Component'];
const isPatch = ({ kind, spec }: Manifest) => kind === 'Deployment' && spec.selector === undefined;
const manifests = folders
  .flatMap(readManifests)
  .filter((one) => typeof one.kind === 'string' && !kustomize.includes(one.kind) && !isPatch(one));

/** With its patches and generated ConfigMaps, where the machine has kubectl. */
function buildOverlay(): Manifest[] {
  const overlay = join(repository, 'deploy/kubernetes/overlays/example');
  const { error, stdout } = spawnSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
  return error ? [] : parseAllDocuments(stdout).map((document) => document.toJS());
}

const load = createRequire(import.meta.url);
const modelOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

/** What the schema of its kind finds wrong. */
function problemOf(manifest: Manifest): string | undefined {
  const Model = load(modelOf(manifest))[manifest.kind];
  try {
    new Model(manifest).validate();
    return;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`;
  }
}

/** What the compiler says of all, written as literals of their types. */
function unknownNames(all: readonly Manifest[]): string {
  // Inside the repository, where the compiler finds the types.
  const folder = mkdtempSync(join(repository, 'node_modules/.manifests-'));
  const imports = [...new Map(all.map((one) => [one.kind, modelOf(one)]))].map(
    ([kind, module]) => `import type { I${kind} } from '${module}';`,
  );
  const literals = all.map(
    (one, i) => `export const m${i}: I${one.kind} = ${JSON.stringify(one, undefined, 1)};`,
  );
  try {
    writeFileSync(join(folder, 'manifests.ts'), [...imports, ...literals].join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
    const { stdout } = spawnSync(
      process.execPath,
      [load.resolve('typescript/bin/tsc'), '--ignoreConfig', ...options, join(folder, 'manifests.ts')],
      { encoding: 'utf8' },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [api] = manifests.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'dragoman');

const all = [...manifests, ...buildOverlay()];

test('every manifest is valid by the schema of its kind', () => {
  expect(manifests.length).toBeGreaterThan(10);
  expect(all.flatMap((one) => problemOf(one) ?? [])).toEqual([]);
  const wrong = { ...api, spec: { ...api.spec, replicas: 'two' } };
  expect(problemOf(wrong)).toMatch(/replicas must be integer/);
});

test('every name is one that the schemas know', () => {
  const { template } = api.spec;
  const [container] = template.spec.containers;
  const containers = [{ ...container, livenesProbe: {} }];
  const spec = { ...api.spec, template: { ...template, spec: { ...template.spec, containers } } };
  const misspelled = { ...api, spec };
  // The last is wrong, so that the compiler is seen to look; in one run, because each takes seconds.
  const said = unknownNames([...all, misspelled])
    .trim()
    .split('\n');
  expect(said).toEqual([expect.stringMatching(/'"livenesProbe"' does not exist in type 'IContainer'/)]);
});
