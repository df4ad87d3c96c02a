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
import { documentationPages, type FencedBlock, fencedBlocks } from '../support/fenced-blocks.ts';
import { isLong } from '../support/long-form.ts';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { isRun, isShell, runOtherwise, walk } from '../support/walk-page.ts';

const pages = documentationPages();
const all = pages.flatMap(fencedBlocks);

/** Blocks that a test can't run, and why. A new one has to be added here by hand. */
const notRun = {
  'docs/evidence/deepl-schemas.md': 1, // DeepL's own document, which is not in this repository
  'README.md': 1, // Debian packages: the gate installs them
  'CONTRIBUTING.md': 1, // the gate itself
  'docs/decisions/0025-own-kernel.md': 1, // wasm2wat, which the project does not install
  'docs/evidence/engines.md': 1, // packages for ARM64
  'docs/operate/backup.md': 3, // the scripts on a Postgres of its own: restore-drill.test.ts runs them
  'docs/operate/high-availability.md': 3, // three machines of their own: failover.test.ts starts them here
  'docs/operate/observe.md': 1, // a server does not end
  'docs/run/README.md': 1, // a server does not end; README.md starts one
  'docs/run/documents.md': 1, // a worker does not end
  'docs/run/engines.md': 4, // Debian packages; llama.cpp, vLLM and Ollama, which the project does not install
};

test('few blocks are not run, and those are known', () => {
  const otherwise = (block: FencedBlock) => block.marks.some((mark) => runOtherwise.includes(mark));
  const marked = all.filter((block) => isShell(block) && !isRun(block) && !otherwise(block));
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

  /** In the gate, the pages for callers; those for operators start one process for each command. README.md: clean-clone. */
  const walked = pages.filter(
    (page) =>
      page !== 'README.md' && (isLong || page.startsWith('docs/call/')) && fencedBlocks(page).some(isRun),
  );
  test.each(walked)('every command of %s works', async (page) => {
    const { port, dialectsUrl } = service.server;
    await walk(page, process.cwd(), env, String(port), dialectsUrl);
  });
});
