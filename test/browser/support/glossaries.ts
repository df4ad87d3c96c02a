/** Glossaries as the browser's tests find them. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ConsoleUser } from '../../support/console-client.ts';
import type { GlossaryAnswer } from '../../support/glossary-keeper.ts';
import { follow } from './dashboard.ts';

const asTsv = { 'content-type': 'text/tab-separated-values' };

export interface SeededGlossary {
  readonly team: string;
  readonly id: string;
  /** Of its page, with the dictionary from English to Spanish open. */
  readonly address: string;
  readonly path: string;
}

/** A glossary with a dictionary from English to Spanish. */
export async function seedGlossary(
  user: ConsoleUser,
  team: string,
  name: string,
  tsv: string,
): Promise<SeededGlossary> {
  const created = await user.send<GlossaryAnswer>('POST', `/teams/${team}/glossaries`, { name });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const path = `/teams/${team}/glossaries/${id}/dictionaries/EN/ES`;
  const saved = await user.send('PUT', path, tsv, { ...asTsv, 'if-none-match': '*' });
  expect(saved.status).toBe(200);
  return { team, id, path, address: `/glossaries?team=${team}&glossary=${id}&from=EN&to=ES` };
}

/** The entries as the server has them. */
export async function entriesOf(user: ConsoleUser, { path }: { path: string }): Promise<string[]> {
  const { body } = await user.get<{ entries: { source: string; target: string }[] }>(path);
  return body.entries.map(({ source, target }) => `${source}=${target}`);
}

export const grid = (page: Page): Locator => page.getByRole('grid');
export const cell = (page: Page, name: string): Locator => page.getByRole('gridcell', { name, exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A cell takes what is typed from the moment on that it is there: a row at the end has to be scrolled to first. */
export const waitForTyping = (page: Page) => grid(page).locator('input:focus').waitFor();

export async function addRow(page: Page): Promise<void> {
  await press(page, 'Add a row');
  await waitForTyping(page);
}

export async function openGlossary(page: Page, { address }: { address: string }): Promise<void> {
  await follow(page, address);
  await grid(page).waitFor();
}

export async function save(page: Page): Promise<void> {
  await press(page, 'Save');
  // The message of an earlier save may still be there; the mark of unsaved changes is this one's.
  await expect.poll(() => page.getByTestId('unsaved').textContent()).toBe('');
  await page
    .getByText(/^Saved as version \d+/)
    .first()
    .waitFor();
}

/** Types over a cell that is in sight. */
export async function retype(page: Page, before: string, after: string): Promise<void> {
  await cell(page, before).click();
  await page.keyboard.press('F2');
  await grid(page).getByRole('textbox').fill(after);
  await page.keyboard.press('Enter');
  await cell(page, after).first().waitFor();
}

/** As a spreadsheet would, through the clipboard; the visit needs `clipboard` among its options. */
export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}
