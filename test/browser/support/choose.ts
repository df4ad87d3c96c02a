/** Selects, combo boxes and menus of choices, by the words that people see. */
import type { Locator, Page } from 'playwright-core';

/** The name of a select ends in its label, that of a menu begins with it; a combo box is the field itself. */
export function choiceOf(page: Page, label: string): Locator {
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const name = new RegExp(`(^|\\s)${escaped}$|^${escaped}: `);
  const field = page.getByRole('combobox', { name: label, exact: true });
  return field.or(page.getByRole('button', { name })).first();
}

export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await choiceOf(page, label).click();
  const name = typeof option === 'string' ? { name: option, exact: true } : { name: option };
  // A list is clipped until it has its place. A click before that would scroll the page to reach it, which closes the list.
  await page.locator('.popover:not([data-exiting]):not([style*="clip-path"])').waitFor();
  const options = page.getByRole('option', name).or(page.getByRole('menuitemradio', name));
  await options.first().click();
  // The list covers the page until it is gone.
  await page.locator('.popover').waitFor({ state: 'detached' });
}
