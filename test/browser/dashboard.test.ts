/** The dashboard on a real server: each flow that it offers, the keys by keyboard alone. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, translate } from '../support/api-client.ts';
import { seedTeam, seedUser, testPassword } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { choose } from './support/choose.ts';
import {
  contentOf,
  sharedVisit,
  signInHere,
  signInOn,
  tabTo,
  useBrowser,
  warmEngine,
} from './support/dashboard.ts';

const service = useServer();
const browser = useBrowser();
const owner = 'owner@example.org';
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
});
afterAll(() => db.end());

const visit = () => browser.visit(service.server.consoleUrl);
const visitOfOwner = sharedVisit(async () => {
  const visited = await visit();
  await signInOn(visited.page, owner);
  return visited;
});
const textOf = async (place: Locator) => (await place.textContent()) ?? '';
const callWith = (key: string) =>
  translate(service.server.url, key, { text: ['The house is big.'], target_lang: 'ES' });

test('by keyboard alone: sign in, create a key, store it, revoke it', async () => {
  const { page, complaints } = await visit();
  await page.goto('/keys');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await tabTo(page, 'E-mail address');
  await page.keyboard.type(owner);
  await tabTo(page, 'Password');
  await page.keyboard.type('wrong password 1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('E-mail address or password is wrong').waitFor();
  await tabTo(page, 'Password');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');

  await page.getByText('Keys of Harbour appear here').waitFor();
  await tabTo(page, 'Create a key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('Web shop');
  await page.keyboard.press('Enter');
  const key = await textOf(page.getByTestId('secret'));
  expect(key).toMatch(/^svc_live_[A-Za-z0-9]{40}$/);
  expect((await callWith(key)).status).toBe(200);
  await tabTo(page, 'I have stored it');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Web shop', exact: true }).waitFor();
  expect(await page.content()).not.toContain(key.slice(9));

  // "Last used" is written a moment later; the page reads it again when it is opened.
  const used = "SELECT 1 FROM api_keys WHERE name = 'Web shop' AND last_used_at IS NOT NULL";
  await expect.poll(async () => (await db.query(used)).rowCount).toBe(1);
  await page.reload();
  await page.getByRole('cell', { name: 'just now' }).nth(1).waitFor();
  await tabTo(page, 'Revoke Web shop');
  await page.keyboard.press('Enter');
  await page.getByText('An application still depends on it').waitFor();
  const fingerprint = await textOf(page.locator('td.mono').first());
  expect(await page.getByRole('button', { name: 'Revoke', exact: true }).isDisabled()).toBe(true);
  await tabTo(page, `Type the fingerprint ${fingerprint} to revoke "Web shop"`);
  await page.keyboard.type(fingerprint);
  await page.keyboard.press('Enter');
  await page.getByText('Show revoked keys').waitFor();
  expect(await callWith(key)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  expect(complaints).toEqual([]);
});

longTest(
  'by keyboard alone: a key is renamed, and rotated in four steps while "last used" is watched',
  async () => {
    const { page, complaints } = await visit();
    await signInOn(page, owner);
    const press = async (name: string) => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };
    const nameIt = async (name: string) => {
      await tabTo(page, 'Name');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    };
    await press('Create a key');
    await nameIt('Old');
    const oldKey = await textOf(page.getByTestId('secret'));
    await press('I have stored it');
    await page.getByRole('cell', { name: 'Old', exact: true }).waitFor();
    await press('Rename Old');
    await nameIt('Mobile app');
    await page.getByRole('cell', { name: 'Mobile app', exact: true }).waitFor();

    await press('Rotate Mobile app');
    await press('Create the new key');
    const newKey = await textOf(page.getByTestId('secret'));
    expect((await callWith(oldKey)).status).toBe(200);
    await press('It is deployed');
    await page.getByText('The new key was not used yet').waitFor();
    await callWith(newKey);
    // Without anything being touched.
    await page.getByTestId('new-use').getByText('just now').waitFor();
    await page.getByText('The old key was used in the last two minutes').waitFor();
    await press('Revoke the old key');
    await page.getByRole('cell', { name: 'Mobile app (2)', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Mobile app', exact: true }).waitFor({ state: 'detached' });
    expect((await callWith(oldKey)).status).toBe(401);
    expect((await callWith(newKey)).status).toBe(200);
    expect(complaints).toEqual([]);
  },
);

test('a call on the playground is real, and is on the usage page with its request id and in the CSV', async () => {
  const { page, complaints } = await visitOfOwner();
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByLabel('Text', { exact: true }).fill('The house is big.');
  await choose(page, 'To', 'Spanish');
  const answered = page.waitForResponse((response) => response.url().endsWith('/translate/stream'));
  await page.getByRole('button', { name: 'Translate' }).click();
  await page.getByTestId('translation').getByText('La casa es grande.').waitFor();
  const requestId = (await answered).headers()['x-request-id'] ?? '';

  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('img', { name: /^Chart: characters by day and key/ }).waitFor();
  expect(await page.locator('canvas').count()).toBe(1);
  const row = page.getByRole('row', { name: /^browser/ });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual(['browser', '17', '1', '1']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await contentOf(await download);
  expect(csv).toMatch(/^time,key,characters,calls,texts\r\n/);
  expect(csv).toContain('"browser",17,1,1');
  await page.getByLabel('Request id').fill(requestId);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('browser (live)').waitFor();
  expect(complaints).toEqual([]);
});

test('an invited viewer joins by the link, and sees no button that would be refused', async () => {
  const { page, complaints } = await visitOfOwner();
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail address').fill('viewer@example.org');
  await page.getByLabel(/^Viewer: /).check();
  await page.getByRole('button', { name: 'Create the link' }).click();
  const link = await textOf(page.locator('code.secret'));

  const { page: guest } = await visit();
  await guest.goto(link);
  await guest.getByLabel('Password').fill(testPassword);
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInHere(guest, 'viewer@example.org');
  await guest.getByRole('link', { name: 'Keys', exact: true }).click();
  await guest.getByRole('table').waitFor();
  expect(await guest.getByRole('button', { name: /Create|Rename|Rotate|Revoke/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

longTest('the brand, the team and the user stay in view while the list of pages scrolls', async () => {
  const { page } = await browser.visit(service.server.consoleUrl, 'light', {
    viewport: { width: 1280, height: 420 },
  });
  await signInOn(page, owner);
  const placesOf = () =>
    Promise.all(['.brand', '.side .menu-field', '.side-user'].map((one) => page.locator(one).boundingBox()));
  const places = await placesOf();
  await page.locator('.side-pages').hover();
  await page.mouse.wheel(0, 2_000);
  await expect
    .poll(() => page.getByRole('link', { name: 'Account', exact: true }).boundingBox())
    .toSatisfy((box) => box.y + box.height <= 420);
  expect(await placesOf()).toEqual(places);
  for (const box of places) expect((box?.y ?? 0) + (box?.height ?? 420)).toBeLessThanOrEqual(420);
});

longTest.each([
  ['no-preference', true],
  ['reduce', false],
] as const)('placeholders move only for people who want motion: %s', async (reducedMotion, isMoving) => {
  const { page } = await browser.visit(service.server.consoleUrl, 'light', { reducedMotion });
  await signInOn(page, owner);
  await page.route('**/api/teams/**', () => undefined);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.locator('.bone').first().waitFor();
  expect(await page.evaluate<boolean>('document.getAnimations().length > 0')).toBe(isMoving);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

longTest('a session that ended elsewhere leads to the sign-in page; there are no cookies', async () => {
  const { page } = await visit();
  await signInOn(page, owner);
  expect(await page.evaluate('document.cookie')).toBe('');
  // What the page asks of itself would lead there as well, before anything is pressed.
  await page.waitForLoadState('networkidle');
  await db.query('UPDATE sessions SET ended_at = now()');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate("localStorage.getItem('dragoman-session')")).toBeNull();
});

test('a user changes the own password with the current one: other sessions end, and the audit log has it', async () => {
  const email = 'changes@example.org';
  await seedUser(db, team, email, 'viewer');
  const { page: elsewhere } = await visit();
  await signInOn(elsewhere, email);
  const { page, complaints } = await visit();
  await signInOn(page, email);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: /^End the session/ }).waitFor();
  const fill = async (current: string, wanted: string, again = wanted) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(wanted);
    await page.getByLabel('New password again').fill(again);
  };
  const change = page.getByRole('button', { name: 'Change the password' });
  await fill(testPassword, 'a whole new password', 'a whole new passwort');
  await page.getByText('The two are not the same').waitFor();
  expect(await change.isDisabled()).toBe(true);
  await fill('wrong password 1', 'a whole new password');
  await change.click();
  await page.getByRole('alert').getByText('The current password is wrong').waitFor();
  await fill(testPassword, 'a whole new password');
  const readToken = "JSON.parse(localStorage.getItem('dragoman-session')).token";
  const before = await page.evaluate<string>(readToken);
  await change.click();
  await page.getByRole('alertdialog').getByText('The password is changed').waitFor();
  await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
  // Whoever copied the tokens of this browser is out as well.
  const copied = await fetch(`${service.server.consoleUrl}/api/me`, { headers: bearer(before) });
  expect([copied.status, (await page.evaluate<string>(readToken)) === before]).toEqual([401, false]);
  await elsewhere.getByRole('link', { name: 'People' }).click();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  const { rows } = await db.query(
    "SELECT actor_name FROM audit_log WHERE team_id = $1 AND action = 'user.password_changed'",
    [team],
  );
  expect(rows).toEqual([{ actor_name: email }]);
  expect(complaints).toEqual([]);
});

longTest(
  'on plain HTTP a key is copied all the same, and Escape asks before one is lost that was not',
  async () => {
    const { page, complaints } = await visit();
    // As on an address without TLS: the browser offers no clipboard to the page.
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await signInOn(page, owner);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Copied');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const key = await textOf(page.getByTestId('secret'));
    await page.keyboard.press('Escape');
    await page.getByText('You have not copied this key').waitFor();
    await page.getByTestId('secret').waitFor();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('alertdialog').getByText('Copied').waitFor();
    await page.getByText('You have not copied this key').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByTestId('secret').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Rename Copied' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.keyboard.press('Control+V');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(key);
    expect(complaints).toEqual([]);
  },
);
