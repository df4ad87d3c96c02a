/** Each page and each dialog in both themes and on a phone: for every reader, and with nobody's script. */
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interfaceLanguageCodes } from '../../dashboard/src/lib/interface-languages.ts';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { isLong, longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { choose } from './support/choose.ts';
import {
  follow,
  hostileNames,
  phone,
  signInHere,
  signInOn,
  useBrowser,
  warmEngine,
} from './support/dashboard.ts';
import {
  axeFindings,
  cutOffFindings,
  phoneFindings,
  visitedThemes,
  wordingFindings,
} from './support/findings.ts';
import { watchRequests } from './support/watch-requests.ts';

const service = useServer();
const browser = useBrowser();
const [hostileTeam = ''] = hostileNames;
const owner = 'owner@example.org';

/** Each page, and what is on it once all of it is there. */
const pages: Readonly<Record<string, (page: Page) => Locator>> = {
  Home: (page) => page.getByRole('region', { name: 'Language pairs' }),
  Translate: (page) => page.locator('.language-target input[value=Spanish]'),
  Keys: (page) => page.getByRole('cell', { name: hostileTeam, exact: true }),
  Usage: (page) => page.getByRole('row', { name: hostileTeam }),
  Requests: (page) => page.getByRole('cell', { name: 'EN → ES' }).first(),
  Glossaries: (page) => page.getByText('Glossaries appear here'),
  'Style rules': (page) => page.getByText('Language models follow them: ask the operator'),
  Documents: (page) => page.getByText('not enabled on this server'),
  Playground: (page) => page.locator('input[role=combobox][value=Spanish]'),
  'API reference': (page) => page.getByRole('link', { name: 'POST Translate texts', exact: true }),
  People: (page) => page.getByRole('region', { name: 'Signed in now' }).getByText('this session'),
  Limits: (page) => page.getByRole('cell', { name: 'Requests per second', exact: true }),
  'Audit log': (page) => page.getByRole('cell', { name: 'Signed in.' }).first(),
  Events: (page) => page.getByText('Webhooks and e-mail addresses appear here'),
  Account: (page) => page.getByText('this session').first(),
};
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await warmEngine(db, service.server.url);
  team = await seedTeam(db, hostileTeam);
  await seedUser(db, team, owner);
  await seedUser(db, team, '"><img/src=x/onerror=window.__xss=1>@example.org');
  for (const name of hostileNames) {
    const key = await createKey(db, { teamId: team, name, mode: 'live', scopes: ['translate'] }, testActor);
    await translate(service.server.url, key?.plain ?? '', { text: ['The house is big.'], target_lang: 'ES' });
  }
});
afterAll(() => db.end());

const visit = (theme: 'light' | 'dark') => browser.visit(service.server.consoleUrl, theme);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the pages that need no session, stops at each, and signs in on the last, without loading the dashboard again. */
async function signInPast(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto('/reference/translate');
  await page.locator('main .code').first().waitFor();
  await look('reference');
  await follow(page, await invitation());
  await page.locator('input[type=password]').waitFor();
  await look('join');
  await follow(page, '/sign-in');
  await page.locator('input[type=email]').waitFor();
  await look('sign in');
  await signInHere(page, owner);
  await page.locator('header.side').waitFor();
}

test.each(visitedThemes)(
  'axe finds nothing on any page and no name is run, in the %s theme; the language and the time zone change without a reload',
  async (theme) => {
    const { page, complaints } = await browser.visit(service.server.consoleUrl, theme, { timezoneId: 'UTC' });
    page.on('dialog', () => complaints.push('a dialog was opened'));
    const look = async (name: string) => expect(await axeFindings(page), name).toEqual([]);
    await signInPast(page, look);
    for (const [name, content] of Object.entries(pages)) {
      await page.getByRole('link', { name, exact: true }).click();
      await content(page).waitFor({ state: 'attached' });
      await look(name);
    }
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    await changePreferences(page);
    expect(await page.evaluate("'__xss' in window")).toBe(false);
    expect(complaints).toEqual([]);
    await letScriptsIn(page);
    await expect.poll(() => complaints.length).toBeGreaterThan(1);
    expect(complaints.join()).toContain('Content Security Policy');
    expect(await page.evaluate("'__xss' in window")).toBe(false);
  },
);

/** The policy stops what gets in. Without it, the names above would be harmless only because they are escaped. */
async function letScriptsIn(page: Page): Promise<void> {
  await page.evaluate(`
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.__xss = 1">');
    const script = document.createElement('script');
    script.textContent = 'window.__xss = 1';
    document.body.append(script);
  `);
}

async function invitation(): Promise<string> {
  const user = await signIn(service.server.consoleUrl, owner);
  const body = { email: 'invited@example.org', role: 'member' };
  const made = await user.send<{ token: string }>('POST', `/teams/${team}/invitations`, body);
  return `/join#${made.body.token}`;
}

/** Opens every dialog, one after the other, and stops at each. */
async function throughDialogs(page: Page, name: string, look: (dialog: string) => Promise<void>) {
  const close = () => page.keyboard.press('Escape');
  await press(page, 'Create a key');
  await look('create');
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} (made)`);
  await press(page, 'Create');
  await page.getByTestId('secret').waitFor();
  await look('copy once');
  await press(page, 'I have stored it');
  for (const action of ['Rename', 'Revoke']) {
    await press(page, `${action} ${name}`);
    await look(action);
    await close();
  }
  await press(page, `Rotate ${name}`);
  await look('rotate: create');
  await press(page, 'Create the new key');
  await page.getByTestId('secret').waitFor();
  await look('rotate: deploy');
  await press(page, 'It is deployed');
  await page.getByTestId('new-use').waitFor();
  await look('rotate: watch');
  await close();
}

async function throughPeopleDialogs(page: Page, look: (dialog: string) => Promise<void>) {
  await press(page, 'Invite a person');
  await look('invite');
  await page.getByLabel('E-mail address').fill('somebody@example.org');
  await press(page, 'Create the link');
  await page.getByText('It works once').waitFor();
  await look('link');
  await press(page, 'Done');
  await look('link not copied');
  await press(page, 'Close without copying');
  await press(page, `Remove ${owner}`);
  await look('remove');
  await press(page, 'Cancel');
}

longTest.each(visitedThemes)('axe finds nothing in any dialog, in the %s theme', async (theme) => {
  const { page, complaints } = await visit(theme);
  await signInOn(page, owner);
  const name = hostileNames[1] ?? '';
  const look = async (dialog: string) => expect(await axeFindings(page), dialog).toEqual([]);
  await throughDialogs(page, name, look);
  await page.getByRole('link', { name: 'People' }).click();
  await throughPeopleDialogs(page, look);
  expect(await page.evaluate("'__xss' in window")).toBe(false);
  expect(complaints).toEqual([]);
});

longTest('numbers are written as the reader writes them', async () => {
  await db.query('UPDATE team_balances SET credit = 1234567 WHERE team_id = $1', [team]);
  const { page } = await browser.visit(service.server.consoleUrl, 'light', { locale: 'en-IN' });
  await signInOn(page, owner);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('12,34,567').waitFor();
});

/** On the page of the account; in the end, everything is in English again. */
async function changePreferences(page: Page): Promise<void> {
  await page.evaluate('window.__isSamePage = true');
  const preferences = page.getByRole('region').filter({ has: page.locator('.menu-field') });
  // Found by its place: its name is in the language of the page.
  const chooseLanguage = async (name: string) => {
    await preferences.locator('.menu-field button').click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  const document = () => page.evaluate('[document.documentElement.lang, document.documentElement.dir]');
  await chooseLanguage('Deutsch');
  await expect.poll(document).toEqual(['de', 'ltr']);
  await preferences.getByText(/\d{2}\.\d{2}\.\d{4}.* UTC/).waitFor();
  await chooseLanguage('العربية');
  await expect.poll(document).toEqual(['ar', 'rtl']);
  expect(await wordingFindings(page)).toEqual([]);
  await page.reload();
  await expect.poll(document).toEqual(['ar', 'rtl']);
  await page.evaluate('window.__isSamePage = true');
  await chooseLanguage('English');
  await expect.poll(document).toEqual(['en', 'ltr']);
  await choose(page, 'Time zone', 'Another one');
  await page.getByLabel('Name of the time zone').fill('Asia/Kolkata');
  await page.getByText(/It is now .* GMT\+5:30/).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('Days are counted in UTC.').waitFor();
  await choose(page, 'Time', 'Last 24 hours');
  await page.getByText('Hours are in the time zone Asia/Kolkata (GMT+5:30).').waitFor();
  expect(await page.evaluate('window.__isSamePage')).toBe(true);
}

/** German has the longest words. Arabic, from right to left, has a journey of its own (home.test.ts). */
const languages = isLong ? interfaceLanguageCodes : (['de'] as const);

test.each(languages)(
  'in %s no text is cut off on any page, and on a phone nothing is wider than the screen or too small for a finger',
  async (language) => {
    const options = { ...phone, locale: language };
    const { page, complaints } = await browser.visit(service.server.consoleUrl, 'light', options);
    const untilQuiet = watchRequests(page);
    const look = async (name: string) => expect(await phoneFindings(page), name).toEqual([]);
    await signInPast(page, look);
    const links = page.locator('nav a');
    await expect.poll(() => links.count()).toBe(Object.keys(pages).length);
    for (const [i, name] of Object.keys(pages).entries()) {
      const link = links.nth(i);
      await page.locator('.side-menu').click();
      await look(`menu over ${name}`);
      await link.click();
      await link.waitFor({ state: 'hidden' });
      await link.and(page.locator('[aria-current=page]')).waitFor({ state: 'attached' });
      await page.locator('h1').waitFor();
      await untilQuiet();
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      await look(name);
      expect(await cutOffFindings(page), `${name} on a phone`).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await cutOffFindings(page), name).toEqual([]);
      if (language === 'ar') expect(await wordingFindings(page), name).toEqual([]);
      await page.setViewportSize(phone.viewport);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await look(`${name}: ${await tab.textContent()}`);
      }
      if (language !== 'en') continue;
      if (name === 'Keys') await throughDialogs(page, hostileNames[2] ?? '', look);
      if (name === 'People') await throughPeopleDialogs(page, look);
    }
    expect(complaints).toEqual([]);
  },
);

longTest('a server that is away is said in words, and asked again on demand', async () => {
  const { page } = await visit('light');
  await signInOn(page, owner);
  await page.route('**/api/teams/**', (route) => route.abort());
  for (const name of ['Usage', 'People', 'Playground']) {
    await page.getByRole('link', { name }).click();
    await page.getByText('The server cannot be reached').first().waitFor();
  }
  await page.unroute('**/api/teams/**');
  await press(page, 'Try again');
  await pages.Playground?.(page).waitFor({ state: 'attached' });
});

test('the first load has at most 120 kB of packed JavaScript', async () => {
  const html = await (await fetch(`${service.server.consoleUrl}/`)).text();
  const sizes = new Map<string, number>();
  const load = async (path: string): Promise<void> => {
    if (sizes.has(path)) return;
    sizes.set(path, 0);
    const response = await fetch(`${service.server.consoleUrl}${path}`);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const script = await response.text();
    sizes.set(path, gzipSync(script).length);
    // What a script imports statically is loaded with it, though the page does not name it.
    const imports = script.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g);
    for (const [, name] of imports) await load(`/assets/${name}`);
  };
  for (const [, path = ''] of html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)) await load(path);
  expect(sizes.size).toBeGreaterThan(1);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(120_000);
});
