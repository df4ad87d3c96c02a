/** An operator installs a model on the page and removes it again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { openTestPool } from '../support/pool.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { signInOn, useBrowser } from './support/dashboard.ts';
import { operator, seedOperator } from './support/operator.ts';

/** For a machine that is busy with other things. */
const patience = { timeout: 120_000 };

describe.skipIf(!hasTestData)('models', { timeout: 600_000 }, () => {
  const database = useTestDatabase();
  const browser = useBrowser();
  let registry: RegistryServer;
  let folder: string;
  let server: ServerProcess;

  beforeAll(async () => {
    registry = await startModelRegistry();
    folder = await mkdtemp(join(tmpdir(), 'dragoman-models-page-'));
    const config = join(folder, 'dragoman.yaml');
    const stub = 'other: { type: stub, pairs: ["en>de"] }';
    await writeFile(config, `engines:\n  bergamot: { models: "${folder}", workers: 1 }\n  ${stub}\n`);
    server = await startServer({
      DATABASE_URL: database.url,
      DRAGOMAN_CONFIG: config,
      DRAGOMAN_MODEL_REGISTRY: registry.publicList,
      DRAGOMAN_CALL_DEADLINE_MS: '1000',
    });
    const db = openTestPool(database.url);
    await seedOperator(db);
    await db.end();
  });
  afterAll(async () => {
    await server?.stop();
    await registry?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test('a pair is installed, is served by its model, and is removed', async () => {
    const { page } = await browser.visit(server.consoleUrl);
    await signInOn(page, operator);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('tab', { name: 'Could be better (1)' }).waitFor(patience);
    await page.getByRole('tab', { name: 'All (2)' }).click();
    await page.getByRole('button', { name: 'Install English → German' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('tab', { name: 'Installed (1)' }).click(patience);
    await page.getByRole('cell', { name: 'bergamot' }).waitFor(patience);
    await page.getByRole('button', { name: 'Remove English → German' }).click(patience);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('tab', { name: 'Installed (0)' }).waitFor(patience);
    await page.getByText('Asked to remove English → German').waitFor(patience);
  });
});
