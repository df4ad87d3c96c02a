/** How people sign in, with a provider and with a second factor: `npm run screenshots -- access`. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { useBrowser } from '../browser/support/dashboard.ts';
import { seedTeamWithDefaultLimits, seedUser, testPassword } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { codeOf } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';
import { settings, shootsOf } from './shoot.ts';

const service = useServer({
  DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on',
  DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
  // Nobody answers there: the sign-in page has the button all the same.
  DRAGOMAN_CONSOLE_URL: 'http://127.0.0.1:9',
  DRAGOMAN_OIDC_ISSUER: 'http://127.0.0.1:9',
  DRAGOMAN_OIDC_CLIENT_ID: 'dragoman',
  DRAGOMAN_OIDC_CLIENT_SECRET: 'dragoman',
  DRAGOMAN_OIDC_NAME: 'Harbour ID',
});
const browser = useBrowser();

beforeAll(async () => {
  const db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeamWithDefaultLimits(db, 'Harbour');
  for (const { theme, name } of settings) await seedUser(db, team, addressOf(theme, name), 'operator');
  await db.end();
});

const addressOf = (theme: string, suffix: string) => `ops-${theme}${suffix}@harbour.example`;

/** What stands in a picture was never a secret. */
const cover = (page: Page, testId: string, text: string) =>
  page.getByTestId(testId).evaluate((element, shown) => {
    element.textContent = shown;
  }, text);

test.each(settings)('in the $theme theme$name', async ({ name: suffix, options, theme }) => {
  const { page } = await browser.visit(service.server.consoleUrl, theme, options);
  const shoot = shootsOf(page, theme, suffix);
  const enterPassword = async () => {
    await page.getByLabel('E-mail address').fill(addressOf(theme, suffix));
    await page.getByLabel('Password').fill(testPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Sign in with Harbour ID' }).waitFor();
  await shoot('access-sign-in');
  await enterPassword();
  await page.getByText('Operators need a second factor here').waitFor();
  await shoot('access-required');
  await page.getByRole('button', { name: 'Add an app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = ((await dialog.getByTestId('factor-secret').textContent()) ?? '').replaceAll(' ', '');
  await cover(page, 'factor-secret', 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
  await shoot('access-turn-on');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  const recovery = ((await dialog.getByTestId('recovery-codes').textContent()) ?? '').split('\n');
  await cover(page, 'recovery-codes', Array(10).fill('abcd-efgh-ijkl-mnop').join('\n'));
  await shoot('access-recovery-codes');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await page.goto('/account');
  await page.getByText('this session').waitFor();
  await shoot('access-account', true);
  await page.evaluate('sessionStorage.clear(), localStorage.clear()');
  await page.goto('/keys');
  await enterPassword();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  await shoot('access-code');
  await page.getByLabel('Code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
});
