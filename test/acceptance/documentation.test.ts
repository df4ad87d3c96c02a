/**
 * A stranger's walk: every shell block of the README and of docs/ is run as it stands, so that no page can rot. Blocks
 * marked `norun` are listed and counted. A JSON block behind a shell block is what the last command answers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dragomanJson, type Env } from '../support/command-line.ts';
import { documentsEnv } from '../support/document-client.ts';
import { documentationPages, fencedBlocks } from '../support/fenced-blocks.ts';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { isRun, isShell, walk } from '../support/walk-page.ts';

const pages = documentationPages();
const all = pages.flatMap(fencedBlocks);

/** Blocks that a test can't run, and why. A new one has to be added here by hand. */
const notRun = {
  'docs/evidence/deepl-schemas.md': 1, // DeepL's own document, which is not in this repository
  'README.md': 1, // Debian packages: the gate installs them
  'CONTRIBUTING.md': 1, // the gate itself
  'docs/decisions/0025-own-kernel.md': 1, // wasm2wat, which the project does not install
  'docs/evidence/engines.md': 1, // packages for ARM64
  'docs/operate/backup.md': 5, // the scripts on a Postgres of its own: restore-drill.test.ts runs them; two need Docker
  'docs/operate/high-availability.md': 4, // three machines of their own: failover.test.ts starts them here
  'docs/operate/operators.md': 1, // a person of another installation: operator-roles.test.ts runs the command
  'docs/operate/observe.md': 1, // a server does not end
  'docs/run/README.md': 1, // a server does not end; README.md starts one
  'docs/run/data.md': 1, // erases the team of the other pages
  'docs/run/documents.md': 1, // a worker does not end
  'docs/run/engines.md': 4, // Debian packages; llama.cpp, vLLM and Ollama, which the project does not install
  'docs/run/tls.md': 1, // certificates: tls.test.ts makes them
  'docs/run/install.md': 12, // three on a Debian of its own; systemd, Docker and Kubernetes
};

test('few blocks are not run, and those are known', () => {
  const marked = all.filter((block) => isShell(block) && !isRun(block));
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(marked, ({ page }) => page)).map(([page, blocks]) => [
      page,
      blocks?.length,
    ]),
  );
  process.stdout.write(
    `documentation: ${all.filter(isRun).length} shell blocks are run, ${marked.length} are not: ${JSON.stringify(counts)}\n`,
  );
  expect(counts).toEqual(notRun);
  expect(
    all
      .filter(({ language }) => ['', 'bash', 'shell'].includes(language))
      .map(({ page, line }) => `${page}:${line}`),
  ).toEqual([]);
});

describe('on a server that runs', () => {
  const service = useServer({ ...documentsEnv().env, DRAGOMAN_DIALECTS_PORT: '0' });
  let registry: RegistryServer;
  let env: Env;
  let models: string;
  beforeAll(async () => {
    registry = await startModelRegistry();
    models = mkdtempSync(join(tmpdir(), 'dragoman-walk-'));
    const config = join(models, 'dragoman.yaml');
    writeFileSync(config, `engines:\n  apertium: {}\n  bergamot: { models: "${models}" }\n`);
    const team = await createTeam(service.env);
    const { plain } = await createKey(service.env, team, 'translate,keys,usage,glossaries,audit');
    env = {
      ...service.env,
      TEAM: team,
      API_KEY: plain,
      DRAGOMAN_CONFIG: config,
      DRAGOMAN_MODEL_REGISTRY: registry.publicList,
    };
    await dragomanJson(['models', 'pull', 'en-de'], env);
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    rmSync(models, { recursive: true });
  });

  const walked = pages.filter((page) => page !== 'README.md' && fencedBlocks(page).some(isRun));
  test.each(walked)('every command of %s works', async (page) => {
    const { port, dialectsUrl } = service.server;
    await walk(page, process.cwd(), env, String(port), dialectsUrl);
  });
});
