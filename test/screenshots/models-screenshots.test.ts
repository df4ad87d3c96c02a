/** The operators' page on models, with a registry to install from: `npm run screenshots -- models`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { signInOn, useBrowser } from '../browser/support/dashboard.ts';
import { operator, seedOperator } from '../browser/support/operator.ts';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { openTestPool } from '../support/pool.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { settings, shootsOf } from './shoot.ts';

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

  test.each(settings)('in the $theme theme$name', async ({ name: suffix, options, theme }) => {
    const { page } = await browser.visit(server.consoleUrl, theme, options);
    const shoot = shootsOf(page, theme, suffix);
    await signInOn(page, operator);
    await page.goto('/operator/models');
    await page.getByRole('tab', { name: 'Could be better (1)' }).waitFor();
    await shoot('operator-models-better', true);
    await page.getByRole('tab', { name: 'All (2)' }).click();
    await page.getByRole('button', { name: 'Install English → German' }).click();
    await page.getByRole('dialog').waitFor();
    await shoot('operator-models-install');
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('tab', { name: 'Installed (1)' }).click();
    await page.getByRole('cell', { name: 'bergamot' }).waitFor();
    await shoot('operator-models-installed', true);
    await page.getByRole('button', { name: 'Remove English → German' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('tab', { name: 'Installed (0)' }).waitFor();
  });
});
