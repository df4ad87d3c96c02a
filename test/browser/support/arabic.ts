/** The dashboard in Arabic: its texts by their English ones, and what of a page is not in Arabic. */
import type { Page } from 'playwright-core';
import { readCatalogue } from '../../../dashboard/messages/catalogues.ts';
import { keyOf } from '../../../dashboard/messages/po-file.ts';

const translations = new Map(readCatalogue('ar').map((entry) => [keyOf(entry), entry.translation]));

/** The Arabic for a text of the dashboard. Values are isolated, as the dashboard does it. */
export function arabic(text: string, values: Readonly<Record<string, string>> = {}, context = ''): string {
  const translation = translations.get(keyOf({ text, context }));
  if (translation === undefined || translation === '') throw new Error(`no Arabic for "${text}"`);
  return translation.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name] ?? ''}\u2069`);
}

/** Letters in a row. Those of a fingerprint stand between digits. */
const latinWord = /(?<![A-Za-z0-9])[A-Za-z]{2,}(?![A-Za-z0-9])/g;

/** Latin words that belong there: those of the Arabic texts themselves, such as CSV. */
const arabicTexts = [...translations.values()].join('\n').replaceAll(/\{\w+|<\/?\w+>/g, ' ');
const wordsOfArabic = new Set(arabicTexts.match(latinWord));

/** What people read or hear, without code and without what users wrote. */
const textsOfPage = `(() => {
  const isCode = (element) => element.closest('code, .code, pre, .mono, script, noscript, style, .pane-field, .pane-result section') !== null;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!isCode(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  }
  return texts;
})()`;

/** Texts of the page with a Latin word that is neither in the Arabic catalogue nor in one of these names. */
export async function foreignTexts(page: Page, names: readonly string[]): Promise<string[]> {
  const known = new Set([...wordsOfArabic, ...names.flatMap((name) => name.match(latinWord) ?? [])]);
  const texts = await page.evaluate<string[]>(textsOfPage);
  return texts.filter((text) => (text.match(latinWord) ?? []).some((word) => !known.has(word)));
}
