/** Passkeys on the account page and at the sign-in: `npm run screenshots -- passkey`. */
import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { addAuthenticator } from '../browser/support/authenticator.ts';
import { useBrowser } from '../browser/support/dashboard.ts';
import { seedTeamWithDefaultLimits, seedUser, testPassword } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { settings, shootsOf, untilShown } from './shoot.ts';

const service = useServer({ DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on' });
const browser = useBrowser();
const addressOf = (theme: string, suffix: string) => `ines-${theme}${suffix}@harbour.example`;

beforeAll(async () => {
  const db = openTestPool(service.env.DATABASE_URL ?? '');
  const team = await seedTeamWithDefaultLimits(db, 'Harbour');
  for (const { theme, name } of settings) await seedUser(db, team, addressOf(theme, name), 'operator');
  await db.end();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.each(settings)('in the $theme theme$name', async ({ name: suffix, options, theme }) => {
  // Browsers have passkeys on this name, and not at 127.0.0.1.
  const url = `http://localhost:${new URL(service.server.consoleUrl).port}`;
  const { page } = await browser.visit(url, theme, options);
  const shoot = shootsOf(page, theme, suffix);
  await addAuthenticator(page);
  const enterPassword = async () => {
    await page.getByLabel('E-mail address').fill(addressOf(theme, suffix));
    await page.getByLabel('Password').fill(testPassword);
    await press(page, 'Sign in');
  };
  await page.goto('/account');
  await enterPassword();
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await shoot('passkey-required');
  await press(page, 'Add a passkey');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await shoot('passkey-name');
  await dialog.getByRole('button', { name: 'Create the passkey' }).click();
  await dialog.getByTestId('recovery-codes').evaluate((element, codes) => {
    element.textContent = codes;
  }, Array(10).fill('abcd-efgh-ijkl-mnop').join('\n'));
  await shoot('passkey-recovery-codes');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await shoot('passkey-codes-not-copied');
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await page.goto('/account');
  await page.getByRole('row', { name: /Work laptop/ }).waitFor();
  await untilShown(page);
  await shoot('passkey-account', true);
  await press(page, 'Remove Work laptop');
  await dialog.getByText('It is your last one').waitFor();
  await shoot('passkey-remove');
  await page.keyboard.press('Escape');
  await page.evaluate('sessionStorage.clear(), localStorage.clear()');
  await page.goto('/keys');
  await enterPassword();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await shoot('passkey-sign-in');
});
