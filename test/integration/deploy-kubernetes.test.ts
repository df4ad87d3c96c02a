/** The manifests hang together: what one names, another has. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseRouting } from '../../src/config/config-file.ts';
import { requestLimits } from '../../src/lib/request-limits.ts';
import {
  knownVariables,
  type Manifest,
  readDeployFile,
  readManifests,
  readYaml,
  repository,
} from '../support/deploy-files.ts';

const base = readManifests('kubernetes/base');
const componentFolders = readdirSync(join(repository, 'deploy/kubernetes/components')).map(
  (name) => `kubernetes/components/${name}`,
);
const components = componentFolders.flatMap(readManifests);
const patch = readYaml('kubernetes/components/engine-nodes/api-reaches-engines.yaml');
const isPatch = (one: Manifest) => one.kind === 'Deployment' && one.spec.selector === undefined;
const all = [...base, ...components.filter((one) => !isPatch(one))];
const ofKind = (...kinds: string[]) => all.filter(({ kind }) => kinds.includes(kind));
const workloads = ofKind('Deployment', 'Job');
const kustomizations = [
  ...ofKind('Kustomization', 'Component'),
  ...readYaml('kubernetes/overlays/example/kustomization.yaml'),
];

const ports: Record<string, [number, string]> = {
  public: [8080, 'DRAGOMAN_PUBLIC_PORT'],
  console: [8081, 'DRAGOMAN_CONSOLE_PORT'],
  ops: [9090, 'DRAGOMAN_OPS_PORT'],
};

function podsWith(labels: Record<string, string>): Manifest[] {
  return workloads.filter(({ spec }) =>
    Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
  );
}

test('every file that a kustomization names is there, and every file is named', () => {
  for (const folder of ['kubernetes/base', ...componentFolders]) {
    const [{ resources, patches = [] }] = readYaml(`${folder}/kustomization.yaml`) as [Manifest];
    const patched = patches.flatMap(({ path }: Manifest) => (path === undefined ? [] : [path]));
    for (const file of patched) expect(readYaml(`${folder}/${file}`)[0].metadata.name).toBe('dragoman');
    for (const resource of resources) expect(readYaml(`${folder}/${resource}`)[0].kind).toBeDefined();
    const named = resources.flatMap((file: string) => readYaml(`${folder}/${file}`));
    const there = readManifests(folder).filter((one) => !isPatch(one) && one.kind !== 'Kustomization');
    expect(there.filter(({ kind }) => kind !== 'Component')).toHaveLength(named.length);
  }
});

test('every selector finds pods, and its own workload’s labels', () => {
  for (const { spec } of ofKind('Deployment')) {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  }
  const selectors = [
    ...ofKind('Service').map(({ spec }) => spec.selector),
    ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('NetworkPolicy').flatMap(({ spec }) => spec.podSelector.matchLabels ?? []),
  ];
  expect(selectors.length).toBeGreaterThan(5);
  for (const selector of selectors) expect(podsWith(selector)).toHaveLength(1);
  const [{ spec: hpa }] = ofKind('HorizontalPodAutoscaler') as [Manifest];
  expect(workloads.map(({ metadata }) => metadata.name)).toContain(hpa.scaleTargetRef.name);
});

test('services and policies name ports that the pods have, and these are the listeners’', () => {
  for (const { spec } of workloads.filter(({ kind }) => kind === 'Deployment')) {
    for (const { name, containerPort } of spec.template.spec.containers[0].ports) {
      expect(containerPort).toBe(ports[name]?.[0]);
      expect(knownVariables).toContain(ports[name]?.[1]);
    }
  }
  const portsOf = (pods: Manifest[]) =>
    pods.flatMap(({ spec }) => spec.template.spec.containers[0].ports ?? []).map(({ name }) => name);
  for (const { spec } of ofKind('Service')) {
    for (const { targetPort } of spec.ports) expect(portsOf(podsWith(spec.selector))).toContain(targetPort);
  }
  for (const { spec } of ofKind('NetworkPolicy')) {
    const named = (spec.ingress ?? []).flatMap((rule: Manifest) =>
      rule.ports.map((one: Manifest) => one.port),
    );
    for (const port of named) expect(portsOf(podsWith(spec.podSelector.matchLabels))).toContain(port);
  }
});

test('only the public listener is in the service to expose; the dashboard and operations ask who comes', () => {
  const [service] = ofKind('Service').filter(({ metadata }) => metadata.name === 'dragoman');
  expect(service.spec.ports.map(({ targetPort }: Manifest) => targetPort)).toEqual(['public']);
  const [policy] = ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name === 'dragoman');
  for (const rule of policy.spec.ingress) {
    const isOpen = rule.from === undefined;
    expect(rule.ports.map(({ port }: Manifest) => port).includes('public')).toBe(isOpen);
  }
});

test('no service sets a variable: DRAGOMAN_CONSOLE_PORT would be tcp://… of the service dragoman-console', () => {
  for (const { spec } of workloads) expect(spec.template.spec.enableServiceLinks).toBe(false);
});

test('every variable is one that the configuration knows, and secrets come from the documented secret', () => {
  const literals = kustomizations
    .flatMap(({ configMapGenerator = [] }) => configMapGenerator)
    .flatMap(({ literals = [] }) => literals.map((one: string) => one.split('=')[0]));
  const changed = components.filter(isPatch);
  const entries = [...workloads, ...changed].flatMap(
    ({ spec }) => spec.template.spec.containers[0].env ?? [],
  );
  expect(literals).toContain('DRAGOMAN_DOCUMENTS');
  for (const name of [...literals, ...entries.map(({ name }: Manifest) => name)]) {
    expect(knownVariables).toContain(name);
  }
  const documented = readDeployFile('../docs/run/install.md');
  for (const { name, valueFrom } of entries) {
    if (valueFrom?.secretKeyRef === undefined) continue;
    const { optional = false, ...reference } = valueFrom.secretKeyRef;
    expect(reference).toEqual({ name: name.includes('_S3_') ? 'dragoman-documents' : 'dragoman', key: name });
    // What may be absent is not part of an installation, but of changing it later.
    const page = optional ? readDeployFile('../docs/operate/data-key.md') : documented;
    expect(page).toContain(optional ? name : `--from-literal=${name}=`);
  }
  expect(documented).toContain('create secret generic dragoman-engine');
  expect(documented).toContain('create secret generic dragoman-documents');
});

test('every ConfigMap, claim and volume that a pod names is there or documented', () => {
  const generated = kustomizations
    .flatMap(({ configMapGenerator = [] }) => configMapGenerator)
    .map(({ name }) => name);
  for (const { spec } of workloads) {
    const pod = spec.template.spec;
    const volumes = (pod.volumes ?? []) as Manifest[];
    for (const { name } of pod.containers[0].volumeMounts ?? []) {
      expect(volumes.map((volume) => volume.name)).toContain(name);
    }
    // An authority of one's own.
    const brought = volumes.flatMap(({ configMap }) => (configMap?.optional ? configMap.name : []));
    expect(brought).toEqual(['dragoman-authority']);
    const documented = readDeployFile('../docs/run/install.md');
    expect(documented).toContain('create configmap dragoman-authority --from-file=ca.crt');
    const maps = [
      ...volumes.flatMap(({ configMap }) => (configMap?.optional ? [] : (configMap?.name ?? []))),
      ...(pod.containers[0].envFrom ?? []).map(({ configMapRef }: Manifest) => configMapRef.name),
    ];
    for (const map of maps) expect(generated).toContain(map);
    for (const { persistentVolumeClaim: claim } of volumes) {
      if (claim) expect(readDeployFile('../docs/run/install.md')).toContain(`name: ${claim.claimName}`);
    }
  }
});

test('TLS everywhere: the authority is where the addresses and the overlay name it', () => {
  const documented = readDeployFile('../docs/run/install.md');
  const [mount] = ['dragoman', 'dragoman-migrate', 'dragoman-engine', 'dragoman-worker'].map((name) => {
    const { containers } = podsWith({ 'app.kubernetes.io/name': name })[0].spec.template.spec;
    return containers[0].volumeMounts.find((one: Manifest) => one.name === 'authority').mountPath;
  });
  expect(documented).toContain(`?sslmode=verify-full&sslrootcert=${mount}/ca.crt'`);
  expect(documented).toMatch(/--from-literal=REDIS_URL='rediss:/);
  expect(readDeployFile('kubernetes/overlays/example/kustomization.yaml')).toContain(
    `NODE_EXTRA_CA_CERTS=${mount}/ca.crt`,
  );
  // Every process that connects to the database trusts it, the migration included.
  const settings = { name: 'dragoman-settings' };
  for (const { spec } of workloads) {
    const [{ envFrom = [], env }] = spec.template.spec.containers;
    const one = env.find(({ name }: Manifest) => name === 'NODE_EXTRA_CA_CERTS')?.valueFrom.configMapKeyRef;
    expect([...envFrom.map(({ configMapRef }: Manifest) => configMapRef), one]).toContainEqual(
      expect.objectContaining(settings),
    );
  }
});

test('no pod calls another one over plain HTTP', () => {
  const policies = ofKind('NetworkPolicy').filter(({ spec }) =>
    spec.ingress?.some(({ from = [] }: Manifest) => from.some((one: Manifest) => one.podSelector)),
  );
  const called = policies.flatMap(({ spec }) => podsWith(spec.podSelector.matchLabels));
  expect(called.map(({ metadata }) => metadata.name)).toEqual(['dragoman-engine']);
  for (const { metadata, spec } of called) {
    const { containers, volumes } = spec.template.spec;
    const [{ env, volumeMounts }] = containers;
    const variable = (name: string) => env.find((one: Manifest) => one.name === name)?.value;
    const { name } = volumes.find((one: Manifest) => one.secret?.secretName === 'dragoman-engine-tls');
    const mount = volumeMounts.find((one: Manifest) => one.name === name);
    // A file that is mounted by itself is never renewed.
    expect(mount.subPath).toBeUndefined();
    expect(variable('DRAGOMAN_TLS_CERTIFICATE')).toBe(`${mount.mountPath}/tls.crt`);
    expect(variable('DRAGOMAN_TLS_KEY')).toBe(`${mount.mountPath}/tls.key`);
    const services = ofKind('Service').filter((one) => one.metadata.name === metadata.name);
    expect(services[0].spec.ports).toEqual([{ name: 'public', port: 443, targetPort: 'public' }]);
  }
  const services = ofKind('Service').map(({ metadata }) => metadata.name);
  const addresses = kustomizations
    .flatMap(({ configMapGenerator = [] }) => configMapGenerator)
    .flatMap(({ files = [] }) => files.map((file: string) => file.split('=').at(-1)))
    .flatMap((file) => ['base', 'components/engine-nodes'].flatMap((folder) => urlsIn(folder, file)));
  expect(addresses.map(({ origin }) => origin)).toEqual(['https://dragoman-engine']);
  for (const { hostname } of addresses) expect(services).toContain(hostname);
  const [{ configMapGenerator }] = readYaml('kubernetes/components/engine-nodes/kustomization.yaml') as [
    Manifest,
  ];
  expect(configMapGenerator[0].literals).toEqual(['NODE_EXTRA_CA_CERTS=/etc/dragoman-authority/ca.crt']);
  expect(readDeployFile('../docs/run/install.md')).toMatch(/create secret tls dragoman-engine-tls/);
});

/** The addresses of the engines in a configuration file. */
function urlsIn(folder: string, file: string): URL[] {
  if (!existsSync(join(repository, 'deploy/kubernetes', folder, file))) return [];
  const [{ engines }] = readYaml(`kubernetes/${folder}/${file}`) as [Manifest];
  return Object.values<Manifest>(engines).flatMap(({ url }) => (url === undefined ? [] : [new URL(url)]));
}

test('pods are not root, write nothing but their own volumes and have no token', () => {
  for (const { spec } of workloads) {
    const pod = spec.template.spec;
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('probes ask the operations listener, and a pod has the time that draining takes', () => {
  for (const { spec } of ofKind('Deployment')) {
    const [container] = spec.template.spec.containers;
    expect(container.livenessProbe.httpGet).toEqual({ path: '/live', port: 'ops' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'ops' });
    // Nobody calls a worker: it has no service to wait for.
    const isCalled = container.args[0] === 'serve';
    const pause = isCalled ? Number(container.lifecycle.preStop.exec.command[1]) : 0;
    const needed = pause + requestLimits.drainTimeoutMs / 1_000;
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  }
});

test('the engines’ files are what Dragoman reads, and the key is where the API’s pods have it', () => {
  const files = [
    'base/dragoman.yaml',
    'components/engine-nodes/dragoman-api.yaml',
    'components/engine-nodes/dragoman-engine.yaml',
  ].map((file) => parseRouting(readDeployFile(`kubernetes/${file}`)));
  expect(files.map((file) => (file.ok ? [] : file.faults))).toEqual([[], [], []]);
  const [api] = patch;
  const [mount] = api.spec.template.spec.containers[0].volumeMounts;
  expect(readDeployFile('kubernetes/components/engine-nodes/dragoman-api.yaml')).toContain(
    `key_file: ${mount.mountPath}/key`,
  );
});

const portsTo = (policies: Manifest[]): number[] =>
  policies
    .flatMap(({ spec }) => (spec.egress ?? []).flatMap(({ ports }: Manifest) => ports))
    .map(({ port }) => port);

test('the base reaches only its stores; a component opens what else a feature calls, for the pods that call it', () => {
  const policiesIn = (folder: string) => readManifests(folder).filter(({ kind }) => kind === 'NetworkPolicy');
  expect(new Set(portsTo(policiesIn('kubernetes/base')))).toEqual(new Set([53, 5432, 6379]));
  const nameOf = ({ metadata }: Manifest): string => metadata.name;
  // Every API process sends events, and whoever has a data key may have to ask Vault for it.
  const senders = workloads.filter(({ spec }) => spec.template.spec.containers[0].args[0] === 'serve');
  const keyHolders = workloads.filter(({ spec }) =>
    spec.template.spec.containers[0].env.some(({ name }: Manifest) => name === 'DRAGOMAN_DATA_KEY'),
  );
  const page = readDeployFile('../docs/run/install.md');
  for (const [name, ports, pods] of [
    ['outbound-https', [443], senders],
    ['outbound-mail', [465, 587], senders],
    ['outbound-vault', [8200], keyHolders],
  ] as const) {
    const [policy, ...others] = policiesIn(`kubernetes/components/${name}`);
    expect(others).toEqual([]);
    expect(policy.spec).toEqual({
      podSelector: {
        matchExpressions: [
          { key: 'app.kubernetes.io/name', operator: 'In', values: pods.map(nameOf).toSorted() },
        ],
      },
      policyTypes: ['Egress'],
      egress: [{ ports: ports.map((port) => ({ port })) }],
    });
    expect(page).toContain(`(../../deploy/kubernetes/components/${name}) | ${ports.join(', ')} |`);
  }
});

/** Undefined where kubectl is not installed. */
function build(folder: string): Manifest[] | undefined {
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (error !== undefined) return;
  expect([stderr, status]).toEqual(['', 0]);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

test('where kubectl is installed, it builds the base with each component for outgoing connections', () => {
  const folder = mkdtempSync(join(repository, 'node_modules/.overlay-'));
  try {
    for (const component of componentFolders.filter((each) => each.includes('outbound'))) {
      const [resources, components] = ['kubernetes/base', component].map((each) => [`../../deploy/${each}`]);
      writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify({ resources, components }));
      const built = build(folder);
      if (built === undefined) return;
      const policies = built.filter(({ kind }) => kind === 'NetworkPolicy');
      expect(policies.map(({ metadata }) => metadata.name).toSorted()).toEqual(
        ['dragoman', 'dragoman-migrate', `dragoman-${component.split('/').at(-1)}`].toSorted(),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('where kubectl is installed, it builds the example overlay', () => {
  const built = build(join(repository, 'deploy/kubernetes/overlays/example'));
  if (built === undefined) return;
  expect(built.every(({ metadata }) => metadata.namespace === 'translate')).toBe(true);
  const images = built.flatMap(({ spec }) => spec?.template?.spec.containers?.[0].image ?? []);
  expect(new Set(images)).toEqual(new Set(['registry.example.org/dragoman:0.1.0']));
  const [settings] = built.filter(({ data }) => data?.NODE_EXTRA_CA_CERTS !== undefined);
  const [migration] = built.filter(({ kind }) => kind === 'Job');
  expect(migration.spec.template.spec.containers[0].env).toContainEqual({
    name: 'NODE_EXTRA_CA_CERTS',
    valueFrom: {
      configMapKeyRef: { name: settings.metadata.name, key: 'NODE_EXTRA_CA_CERTS', optional: true },
    },
  });
  const [api] = built.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'dragoman');
  const variables = api.spec.template.spec.containers[0].env.map(({ name }: Manifest) => name);
  expect(variables).toEqual(expect.arrayContaining(['DATABASE_URL', 'DRAGOMAN_DOCUMENT_WORKERS']));
  // Who has the bucket's name has its keys as well: without them the configuration is refused.
  const ofPods = built.flatMap(({ spec }) => spec?.template?.spec.containers?.[0] ?? []);
  for (const { env = [], envFrom = [] } of ofPods) {
    const hasBucket = envFrom.some(({ configMapRef }: Manifest) => configMapRef.name.includes('documents'));
    expect(env.some(({ name }: Manifest) => name === 'DRAGOMAN_S3_SECRET_KEY')).toBe(hasBucket);
  }
  expect(ofPods.filter(({ args }) => args?.[0] === 'worker')).toHaveLength(1);
});
