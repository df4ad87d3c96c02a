/** Home, Translate, Keys and Usage in every language, to be looked at: `npm run screenshots -- language`. Writes to a temporary folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { interfaceLanguageCodes } from '../../dashboard/src/lib/interface-languages.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { phone, signInOn, useBrowser, warmEngine } from '../browser/support/dashboard.ts';
import { documentsEnv } from '../support/document-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { owner, seedHarbour } from './seed-harbour.ts';
import { shootWhole, untilShown } from './shoot.ts';

const folder = join(tmpdir(), 'dragoman-languages');
const service = useServer(documentsEnv().env);
const browser = useBrowser();
let db: Database;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  await seedHarbour(db, service.server.url);
});
afterAll(() => db.end());

const screens = { wide: { viewport: { width: 1440, height: 900 } }, phone };

test.each(Object.entries(screens))('%s', { timeout: 600_000 }, async (screen, options) => {
  const { page } = await browser.visit(service.server.consoleUrl, 'light', options);
  await signInOn(page, owner);
  for (const language of interfaceLanguageCodes) {
    await page.evaluate((chosen) => localStorage.setItem('dragoman-language', chosen), language);
    for (const path of ['home', 'translate', 'keys', 'usage']) {
      await page.goto(`/${path}`);
      await untilShown(page);
      await page.evaluate('document.fonts.ready');
      if (path === 'translate') {
        await page.locator('textarea').first().fill('The house is big. The garden is small.');
        await page.locator('.pane-result').getByText('casa').waitFor();
      }
      writeFileSync(join(folder, `${path}-${language}-${screen}.png`), await shootWhole(page));
    }
  }
});
