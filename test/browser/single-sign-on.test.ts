/** Single sign-on in a browser, with a real provider: there, back to the page that was asked for, and out at both. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { freePort } from '../support/free-port.ts';
import { longTest } from '../support/long-form.ts';
import { clientId, clientSecret, type OidcServer, startOidcServer } from '../support/oidc-server.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const database = useTestDatabase();
const browser = useBrowser();
let db: Database;
let idp: OidcServer;
let server: RunningServer;

beforeAll(async () => {
  db = openTestPool(database.url);
  const port = await freePort();
  const consoleUrl = `http://127.0.0.1:${port}`;
  idp = await startOidcServer(`${consoleUrl}/sign-in/return`);
  await seedUser(db, await seedTeam(db, 'Harbour'), 'ines@example.org');
  server = await openServer({
    DATABASE_URL: database.url,
    DRAGOMAN_CONSOLE_PORT: String(port),
    DRAGOMAN_CONSOLE_URL: consoleUrl,
    DRAGOMAN_OIDC_ISSUER: idp.issuer,
    DRAGOMAN_OIDC_CLIENT_ID: clientId,
    DRAGOMAN_OIDC_CLIENT_SECRET: clientSecret,
    DRAGOMAN_OIDC_NAME: 'Harbour ID',
    DRAGOMAN_PASSWORD_SIGN_IN: 'off',
    DRAGOMAN_BREAK_GLASS_OPERATOR: 'glass@example.org',
  });
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
  await db.end();
});

test('a person signs in with the provider, reaches the page that was asked for, and signs out at both', async () => {
  idp.setPerson({ sub: 'ines', claims: { email: 'ines@example.org', email_verified: true } });
  const { page, complaints } = await browser.visit(server.consoleUrl);
  await page.goto('/usage');
  const button = page.getByRole('button', { name: 'Sign in with Harbour ID' });
  await button.waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await button.click();
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
  expect(page.url()).toBe(`${server.consoleUrl}/usage`);
  expect(await page.evaluate('Object.keys(sessionStorage)')).not.toContain('dragoman-provider-sign-in');
  // Another tab is signed in as well.
  const second = await page.context().newPage();
  await second.goto(`${server.consoleUrl}/keys`);
  await second.getByRole('heading', { name: 'Keys', exact: true }).waitFor();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /Yes/ }).click();
  await button.waitFor();
  expect(page.url()).toBe(`${server.consoleUrl}/sign-in`);
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

longTest(
  'somebody who is not admitted is told why, and the operator for emergencies uses a password',
  async () => {
    idp.setPerson({ sub: 'nobody', claims: { email: 'nobody@example.org', email_verified: false } });
    const { page } = await browser.visit(server.consoleUrl);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByText('has not confirmed your e-mail address').waitFor();
    expect(page.url()).toBe(`${server.consoleUrl}/sign-in/return`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Operator for emergencies: use a password' }).click();
    await page.getByLabel('Password').waitFor();
    // An address of the provider's answer that is opened without a sign-in.
    await page.goto('/sign-in/return#code=x&state=y');
    await page.getByRole('alert').getByText('did not begin in this tab').waitFor();
    expect(page.url()).not.toContain('code');
  },
);
