/** Every page in Arabic, from right to left, on a wide screen and on a narrow one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testPassword } from '../../support/console-client.ts';
import { arabic, foreignTexts } from './arabic.ts';
import { contentOf } from './dashboard.ts';
import { phoneFindings } from './findings.ts';

const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const invited = 'arabic-invited@example.org';

/** What users and operators named, and names that are no words. */
const names = [
  ...['Dragoman', 'apertium', 'curl', 'JavaScript', 'Python', 'deepl-node', 'Chrome', 'Linux', 'XML'],
  ...['Web shop', 'Product terms', 'house.txt', 'vivienda', 'browser', 'test', invited],
  // Codes of the API, and what a browser says of itself.
  ...['translate', 'quota_exceeded', 'rate_limited'],
  'Mozilla AppleWebKit KHTML like Gecko HeadlessChrome Safari',
  // The address of the dashboard.
  'http://localhost',
];

const press = (page: Page, text: string, values = {}) =>
  page.getByRole('button', { name: arabic(text, values), exact: true }).click();
const nameField = (page: Page) => page.getByRole('dialog').getByRole('textbox');

export async function throughInArabic(page: Page, email: string, team: string): Promise<void> {
  const look = async (what: string) => {
    expect.soft(await page.evaluate('document.documentElement.dir'), what).toBe('rtl');
    expect.soft(await foreignTexts(page, [...names, email, team]), what).toEqual([]);
    await page.setViewportSize(narrow);
    expect.soft(await phoneFindings(page), `${what}, narrow`).toEqual([]);
    await page.setViewportSize(wide);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect.soft(await page.evaluate(overflow), `${what}, wide`).toBe(0);
  };
  const open = async (name: string) => {
    const link = page.getByRole('link', { name: arabic(name), exact: true });
    await link.click();
    await page
      .getByRole('heading', { name: arabic(name), exact: true, level: 1 })
      .waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await look(name);
  };
  await page.setViewportSize(wide);
  await signInInArabic(page, email, look);
  await look('Home');
  await createKey(page, look);
  await open('Translate');
  await translateText(page, look);
  await open('Glossaries');
  await createGlossary(page, look);
  await open('People');
  await invite(page, look);
  await open('Usage');
  await chooseMonth(page, look);
  await open('Documents');
  await translateDocument(page, look);
  for (const name of ['Keys', 'Style rules', 'Playground', 'Limits', 'Audit log', 'Account'])
    await open(name);
  await page.getByRole('button', { name: arabic('Your account: {email}', { email }) }).click();
  await page.getByRole('menuitem', { name: arabic('Sign out') }).click();
  await page.getByRole('heading', { name: arabic('Sign in') }).waitFor();
}

type Look = (what: string) => Promise<void>;

async function signInInArabic(page: Page, email: string, look: Look): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Language of the dashboard/ }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: arabic('Sign in') }).waitFor();
  await page.locator('.popover').waitFor({ state: 'detached' });
  await look('sign in');
  await page.getByLabel(arabic('E-mail address')).fill(email);
  await page.getByLabel(arabic('Password')).fill(testPassword);
  await press(page, 'Sign in');
  await page.getByRole('region', { name: arabic('Language pairs') }).waitFor();
}

async function createKey(page: Page, look: Look): Promise<void> {
  await press(page, 'Create a key');
  await nameField(page).fill('Web shop');
  await look('create a key');
  await press(page, 'Create');
  await page.getByTestId('secret').waitFor();
  await look('copy a key');
  await press(page, 'I have stored it');
}

async function translateText(page: Page, look: Look): Promise<void> {
  const to = page.getByRole('combobox', { name: arabic('To'), exact: true });
  await to.click();
  const spanish = new Intl.DisplayNames('ar', { type: 'language' }).of('es') ?? '';
  await page.getByRole('option', { name: spanish, exact: true }).first().click();
  await page.getByLabel(arabic('Text to translate')).fill('The house is big.');
  await page.getByTestId('translation').getByText('La casa es grande.').waitFor();
  await look('a translation');
  await page.getByLabel(arabic('Text to translate')).fill('');
}

async function createGlossary(page: Page, look: Look): Promise<void> {
  await press(page, 'Create a glossary');
  await nameField(page).fill('Product terms');
  await press(page, 'Create');
  await page.getByRole('heading', { name: 'Product terms' }).waitFor();
  await press(page, 'Add a language pair');
  await look('add a pair');
  await press(page, 'Add');
  await press(page, 'Add a row');
  await page.keyboard.type('house');
  await page.keyboard.press('Tab');
  await page.keyboard.type('vivienda');
  await page.keyboard.press('Enter');
  await look('a new pair');
  // The first column is on the right.
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.grid-active').textContent()).toBe('house');
  await press(page, 'Save');
  await expect.poll(() => page.getByTestId('unsaved').textContent()).toBe('');
  await look('a glossary');
}

async function invite(page: Page, look: Look): Promise<void> {
  await press(page, 'Invite a person');
  await page.getByLabel(arabic('E-mail address')).fill(invited);
  await look('invite');
  await press(page, 'Create the link');
  await page.locator('code.secret').waitFor();
  await look('link');
  await press(page, 'Done');
  await look('link not copied');
  await press(page, 'Close without copying');
}

async function chooseMonth(page: Page, look: Look): Promise<void> {
  // A bar fills from the right.
  const ends = await page.evaluate<number[]>(
    "['track', 'used'].map((part) => document.querySelector('.meter-' + part).getBoundingClientRect().right)",
  );
  expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(1);
  const time = arabic('Time', {}, 'period');
  await page.getByRole('button', { name: new RegExp(` ${time}$`) }).click();
  await page.getByRole('option', { name: arabic('Previous month') }).click();
  await page.locator('.empty').waitFor();
  await look('another month');
}

async function translateDocument(page: Page, look: Look): Promise<void> {
  const buffer = Buffer.from('The house is big.\n');
  const file = { name: 'house.txt', mimeType: 'text/plain', buffer };
  const field = page.getByLabel(arabic('Choose files'));
  // Playwright gives files to a field that is still disabled, which no user can.
  await expect.poll(() => field.isEnabled()).toBe(true);
  await field.setInputFiles(file);
  await page.getByRole('row', { name: 'house.txt' }).getByText(arabic('ready')).waitFor();
  await look('a document');
  const downloading = page.waitForEvent('download');
  await press(page, 'Download {name}', { name: 'house.txt' });
  expect(await contentOf(await downloading)).not.toBe('');
}
