/** Pages that load, that fail, and that hold the longest names: `npm run screenshots -- states`. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { insertRequests } from '../../src/store/postgres/request-log.ts';
import { signInOn, useBrowser } from '../browser/support/dashboard.ts';
import { seedTeamWithDefaultLimits, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { type Shoot, settings, shootsOf, untilShown } from './shoot.ts';

const service = useServer({
  ...documentsEnv().env,
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
});
const browser = useBrowser();

const longWords =
  'Wohnungsbaugenossenschaft Harburg-Wilhelmsburg und Umgebung, Abteilung für Übersetzungen und Dolmetscherdienste';
const longWord =
  'customer_support_backend_production_eu_central_1_translation_worker_pool_primary_blue_green_2026';
const longAddress = (name: string) =>
  `${name}.${'longest-of-all-names.'.repeat(3)}@translations.harbour.example`;
const owner = longAddress('ines');
const newcomer = 'noor@lighthouse.example';
const translator = 'joan@lighthouse.example';
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeamWithDefaultLimits(db, longWords, 1_000_000_000);
  await seedUser(db, team, owner);
  await seedUser(db, team, longAddress('amadou'), 'member');
  for (const [i, name] of [longWords.slice(0, 100), longWord].entries()) {
    const key = await createKey(
      db,
      { teamId: team, name, mode: i === 0 ? 'live' : 'test', scopes: ['translate'] },
      testActor,
    );
    await db.query(
      `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
       SELECT $1, day, $2, 'live', 'en', 'es', 'llm-of-the-department-of-translations', 1234567 * (1 + extract(day FROM day)), 98765, 98765
         FROM generate_series(date_trunc('day', now(), 'UTC') - interval '29 days', now(), interval '1 day') AS day`,
      [team, key?.id],
    );
    await insertRequests(
      db,
      Array.from({ length: 5 }, (_, n) => ({
        id: uuidV7(Date.now() - n * 60_000),
        requestId: uuidV7(),
        teamId: team,
        keyId: key?.id ?? '',
        kind: 'translate',
        sources: ['en'],
        target: n % 2 ? 'es' : 'zh-hans',
        engines: ['llm-of-the-department-of-translations'],
        characters: 123_456,
        calls: 1,
        status: n % 2 ? 200 : 503,
        ...(n % 2 ? {} : { code: 'engine_unavailable' }),
        durationMs: 12_345,
      })),
    );
  }
  const user = await signIn(service.server.consoleUrl, owner);
  for (const name of [longWords, longWord]) {
    const dictionaries = [
      { source_lang: 'EN', target_lang: 'ES', entries: [{ source: longWord, target: longWords }] },
    ];
    await user.send('POST', `/teams/${team}/glossaries`, { name, dictionaries });
  }
  await user.send('POST', `/teams/${team}/invitations`, { email: longAddress('joan'), role: 'translator' });
  await seedUser(db, team, 'ops@harbour.example', 'operator');
  const empty = await seedTeamWithDefaultLimits(db, 'Lighthouse');
  await seedUser(db, empty, newcomer);
  await seedUser(db, empty, translator, 'translator');
});
afterAll(() => db.end());

const paths = [
  'home',
  'translate',
  'keys',
  'usage',
  'requests',
  'glossaries',
  'style-rules',
  'documents',
  'playground',
  'people',
  'limits',
  'audit',
  'account',
];
const operatorPaths = ['teams', 'users', 'usage', 'installation', 'availability', 'models', 'audit'].map(
  (name) => `operator/${name}`,
);

/** What belongs to a team or to the installation; who is signed in is still answered. */
const data = /\/api\/(teams\/|operator\/|account\/|languages|sessions|me\/)/;

async function each(page: Page, shoot: Shoot, state: string, names: readonly string[], isQuiet = true) {
  for (const name of names) {
    await page.goto(`/${name}`);
    if (isQuiet) await untilShown(page);
    else await page.waitForTimeout(1_500);
    await shoot(`${state}-${name.replace('/', '-')}`, true);
  }
}

async function throughFailures(page: Page, shoot: Shoot, names: readonly string[]): Promise<void> {
  const detail = 'Something went wrong on the server. Try again; if it fails again, tell the operator.';
  const problem = { title: 'Internal error', status: 500, code: 'internal_error', detail };
  await page.route(data, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      headers: { 'x-request-id': '01a1f089-936d-70f7-beac-dce1bbe52a7a' },
      body: JSON.stringify(problem),
    }),
  );
  await each(page, shoot, 'failing', names);
  await page.unroute(data);
}

async function throughLoading(page: Page, shoot: Shoot, names: readonly string[]): Promise<void> {
  await page.route(data, () => undefined);
  await each(page, shoot, 'loading', names, false);
  await page.unroute(data);
}

const forget = (page: Page) => page.evaluate('sessionStorage.clear(), localStorage.clear()');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function throughDialogs(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await press(page, 'Create');
  await page.getByTestId('secret').waitFor();
  await page.getByTestId('secret').evaluate((element) => {
    element.textContent = `svc_live_${'NeverAKey'.repeat(4)}`;
  });
  await page.waitForTimeout(1_000);
  await shoot('dialog-key-once');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
  await shoot('dialog-key-not-copied');
  await press(page, 'Close without copying');
  await db.query("DELETE FROM api_keys WHERE name = 'Web shop'");
  await page.goto('/people');
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill('somebody@example.org');
  await press(page, 'Create the link');
  await page.getByText('It works once').waitFor();
  await shoot('dialog-invitation');
  await press(page, 'Done');
  await press(page, 'Close without copying');
  await page.goto('/glossaries');
  await page
    .getByRole('button', { name: /Create a glossary|New glossary/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('dialog-glossary');
  await page.keyboard.press('Escape');
  await page.goto('/usage');
  await page.waitForTimeout(1_000);
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(500);
  await shoot('dialog-search');
  await page.keyboard.press('Escape');
}

async function throughOperatorDialogs(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/operator/teams');
  await press(page, 'Create a team');
  await page.getByRole('dialog').waitFor();
  await shoot('operator-dialog-team');
  await page.keyboard.press('Escape');
  await page.goto(`/operator/teams/${team}`);
  await page.getByLabel('Requests per second').waitFor();
  await press(page, 'Change the credit');
  await page.getByRole('dialog').waitFor();
  await shoot('operator-dialog-credit');
  await page.keyboard.press('Escape');
  await page.goto('/operator/users');
  await page.getByRole('row', { name: new RegExp(newcomer) }).waitFor();
  const buttons = await page
    .getByRole('row', { name: new RegExp(newcomer) })
    .getByRole('button')
    .all();
  for (const [i, button] of buttons.entries()) {
    if (await button.isDisabled()) continue;
    await button.click();
    await page.waitForTimeout(500);
    await shoot(`operator-dialog-user-${i}`);
    // A link that is shown once is not closed by accident.
    for (let i = 0; i < 3 && (await page.getByRole('dialog').count()) > 0; i++) {
      const leave = page.getByRole('button', { name: 'Close without copying' });
      if ((await leave.count()) > 0) await leave.click();
      else await page.keyboard.press('Escape');
      await page.waitForTimeout(200);
    }
  }
}

async function throughSignIn(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(newcomer);
  await page.getByLabel('Password').fill('wrong');
  await press(page, 'Sign in');
  await page.getByRole('alert').first().waitFor();
  await shoot('sign-in-wrong');
  await page.goto('/join#nothing');
  await page.waitForTimeout(1_000);
  await shoot('join-expired');
  await page.goto('/sign-in/return?error=access_denied');
  await page.waitForTimeout(1_000);
  await shoot('sign-in-return');
}

test.each(settings)('states in the $theme theme$name', async ({ name: suffix, options, theme }) => {
  const { page } = await browser.visit(service.server.consoleUrl, theme, options);
  const shoot = shootsOf(page, theme, suffix);
  await throughSignIn(page, shoot);
  await signInOn(page, owner);
  await each(page, shoot, 'long', paths);
  await page.goto('/glossaries');
  await page.getByRole('link', { name: longWord }).click();
  await page.getByRole('grid').waitFor();
  await shoot('long-glossary', true);
  await throughLoading(page, shoot, paths);
  await throughFailures(page, shoot, paths);
  await page.goto('/nowhere');
  await page.locator('h1').first().waitFor();
  await shoot('not-found');
  await forget(page);
  await signInOn(page, 'ops@harbour.example');
  await each(page, shoot, 'long', operatorPaths);
  await page.goto(`/operator/teams/${team}`);
  await page.getByLabel('Requests per second').waitFor();
  await shoot('long-operator-team', true);
  await throughLoading(page, shoot, operatorPaths);
  await throughFailures(page, shoot, operatorPaths);
  await throughOperatorDialogs(page, shoot);
  await forget(page);
  await signInOn(page, newcomer);
  await each(page, shoot, 'empty', ['playground', 'people', 'limits', 'audit', 'account']);
  await throughDialogs(page, shoot);
  await forget(page);
  await page.goto('/translate');
  await page.getByLabel('E-mail address').fill(translator);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Text to translate').waitFor();
  await each(page, shoot, 'translator', ['translate', 'documents', 'keys']);
});
