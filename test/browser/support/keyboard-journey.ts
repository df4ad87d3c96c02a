/** What a team does with the dashboard, from signing in to signing out, by keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { testPassword } from '../../support/console-client.ts';
import { contentOf } from './dashboard.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';

interface Journey {
  readonly page: Page;
  readonly keyboard: Keyboard;
}

const control = (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  page.getByRole(role, { name, exact: true });

export async function throughByKeyboard(page: Page, email: string): Promise<void> {
  const journey = { page, keyboard: keyboardOf(page) };
  await signIn(journey, email);
  await createKey(journey);
  await translateText(journey);
  await createGlossary(journey);
  await invite(journey);
  await readUsage(journey);
  await translateDocument(journey);
  await signOut(journey);
}

async function signIn({ page, keyboard }: Journey, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await keyboard.tabTo(control(page, 'textbox', 'E-mail address'));
  await keyboard.type(email);
  await keyboard.tabTo(page.getByLabel('Password'));
  await keyboard.type(testPassword);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await page.getByRole('region', { name: 'Language pairs' }).waitFor();
}

/** Opens a page by its link in the side bar, and goes once through all that is on it. */
async function open({ page, keyboard }: Journey, name: string, content: Locator): Promise<void> {
  await keyboard.tabTo(control(page, 'link', name));
  await keyboard.press('Enter');
  await content.waitFor();
  expect(await keyboard.tabThrough(), name).toBeGreaterThan(15);
}

/** Escape closes what a button opens, and the button has the focus again. */
async function opensAndCloses({ page, keyboard }: Journey, opener: Locator, opened: Locator): Promise<void> {
  await keyboard.tabTo(opener);
  await keyboard.press('Enter');
  const focused = page.locator(':focus');
  const within = opened.and(focused).or(opened.locator(':focus'));
  await expect.poll(() => within.count(), { message: `the focus in ${opened}` }).toBe(1);
  await keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(opener);
}

async function createKey(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  expect(await keyboard.tabThrough(), 'Home').toBeGreaterThan(15);
  await opensAndCloses(journey, page.getByRole('button', { name: /^Team: / }), page.getByRole('menu'));
  const opener = control(page, 'button', 'Create a key');
  const dialog = page.getByRole('dialog');
  await opensAndCloses(journey, opener, dialog);
  await keyboard.press('Enter');
  await keyboard.expectFocusOn(control(page, 'textbox', 'Name'));
  await keyboard.type('Web shop');
  await keyboard.tabTo(page.getByLabel(/^live: /));
  await keyboard.press('ArrowDown');
  expect(await page.getByLabel(/^test: /).isChecked()).toBe(true);
  await keyboard.tabTo(page.getByLabel('read usage'));
  await keyboard.press('Space');
  await keyboard.tabTo(control(page, 'button', 'Create'));
  await keyboard.press('Enter');
  await page.getByTestId('secret').waitFor();
  await keyboard.tabTo(control(page, 'button', 'Copy the key'));
  await keyboard.press('Enter');
  await page.getByText('Copied').waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The step is done, and its button is gone: the focus is on what it was a part of.
  await opener.waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(page.getByRole('main'));
}

async function translateText(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  const [from, to] = [control(page, 'combobox', 'From'), control(page, 'combobox', 'To')];
  await open(journey, 'Translate', to);
  await keyboard.tabTo(from);
  await keyboard.type('Engl');
  await keyboard.press('ArrowDown', 'Enter');
  expect(await from.inputValue()).toBe('English');
  await keyboard.tabTo(to);
  await keyboard.type('Span');
  await keyboard.press('ArrowDown', 'Enter');
  expect(await to.inputValue()).toBe('Spanish');
  await keyboard.tabTo(page.getByLabel('Text to translate'));
  await keyboard.type('The house is big');
  await keyboard.press('Control+Enter');
  await page.getByTestId('translation').getByText('La casa es grande').waitFor();
  await keyboard.press('Control+k');
  await keyboard.expectFocusOn(to);
  await page.getByRole('listbox').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(to);
}

async function createGlossary(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  const opener = control(page, 'button', 'Create a glossary');
  await open(journey, 'Glossaries', opener);
  await opensAndCloses(journey, opener, page.getByRole('dialog'));
  await keyboard.press('Enter');
  await keyboard.type('Product terms');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Product terms' }).waitFor();
  const adding = control(page, 'button', 'Add a language pair');
  await opensAndCloses(journey, adding, page.getByRole('dialog'));
  await keyboard.press('Enter');
  const target = page.getByRole('dialog').getByRole('button', { name: / To$/ });
  await keyboard.tabTo(target);
  await keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await keyboard.type('Span');
  await keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(target);
  await keyboard.tabTo(control(page, 'button', 'Add'));
  await keyboard.press('Enter');
  await keyboard.tabTo(control(page, 'button', 'Add a row'));
  await keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await keyboard.expectFocusOn(grid.getByRole('textbox', { name: /^Source term/ }));
  await keyboard.type('house');
  await keyboard.press('Tab');
  await keyboard.expectFocusOn(grid.getByRole('textbox', { name: /^Target term/ }));
  await keyboard.type('vivienda');
  await keyboard.press('Enter');
  await keyboard.expectFocusOn(grid);
  const save = control(page, 'button', 'Save');
  await keyboard.tabTo(save, 'Shift+Tab');
  await keyboard.press('Space');
  await page.getByText(/^Saved as version/).waitFor();
  expect(await keyboard.tabThrough(), 'a glossary').toBeGreaterThan(20);
}

async function invite(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  const opener = control(page, 'button', 'Invite a person');
  await open(journey, 'People', opener);
  await opensAndCloses(journey, opener, page.getByRole('dialog'));
  await keyboard.press('Enter');
  await keyboard.expectFocusOn(control(page, 'textbox', 'E-mail address'));
  await keyboard.type('translator-by-keyboard@example.org');
  await keyboard.tabTo(page.getByLabel(/^Member: /));
  await keyboard.press('ArrowUp', 'ArrowUp');
  expect(await page.getByLabel(/^Translator: /).isChecked()).toBe(true);
  await keyboard.press('Enter');
  await page.getByText('It works once').waitFor();
  await keyboard.tabTo(control(page, 'button', 'Copy the link'));
  await keyboard.press('Enter');
  await keyboard.tabTo(control(page, 'button', 'Done'));
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(opener);
}

async function readUsage(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  const time = page.getByRole('button', { name: / Time$/ });
  await open(journey, 'Usage', page.getByTestId('usage-total'));
  await opensAndCloses(journey, time, page.getByRole('listbox'));
  await keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await keyboard.type('Previous');
  await keyboard.press('Enter');
  await page.getByText('Usage appears here with the first call').waitFor();
  await keyboard.expectFocusOn(time);
}

async function translateDocument(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  await open(journey, 'Documents', page.getByText('or drop them here'));
  // Asked for well before the key is pressed: the browser has to be told not to open a dialog of its own.
  const choosing = page.waitForEvent('filechooser');
  await keyboard.tabTo(page.getByLabel('Choose files'));
  await keyboard.press('Enter');
  const buffer = Buffer.from('The house is big.\n');
  await (await choosing).setFiles({ name: 'house.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('row', { name: 'house.txt' }).getByText('ready').waitFor();
  const download = control(page, 'button', 'Download house.txt');
  await keyboard.tabTo(download);
  const downloading = page.waitForEvent('download');
  await keyboard.press('Enter');
  expect(await contentOf(await downloading)).toBe('La casa es grande.\n');
  await keyboard.expectFocusOn(download);
  await keyboard.tabTo(control(page, 'button', 'Delete house.txt'));
  await keyboard.press('Enter');
  await page.getByRole('row', { name: 'house.txt' }).waitFor({ state: 'detached' });
  await keyboard.expectFocusOn(page.getByRole('main'));
}

async function signOut(journey: Journey): Promise<void> {
  const { page, keyboard } = journey;
  const account = page.getByRole('button', { name: /^Your account: / });
  await opensAndCloses(journey, account, page.getByRole('menu'));
  await keyboard.press('Enter');
  await keyboard.expectFocusOn(control(page, 'menuitem', 'Account'));
  await keyboard.press('ArrowUp');
  await keyboard.expectFocusOn(control(page, 'menuitem', 'Sign out'));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
