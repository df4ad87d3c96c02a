/** What is wrong with a page as it stands: for who reads it by other means, and on a small screen. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { isLong } from '../../support/long-form.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a theme can change. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** The long form visits everything in both themes; the gate in one, and looks at the colours of the other in passing. */
export const visitedThemes: readonly Theme[] = isLong ? ['light', 'dark'] : ['light'];
type Theme = 'light' | 'dark';

/** With a dialog open, the dialog: nothing else can be reached then. */
export async function axeFindings(page: Page): Promise<string[]> {
  await loadAxe(page);
  const findings = await runAxe(page);
  if (isLong) return findings;
  await switchTo(page, 'dark');
  const inDark = await runAxe(page, rulesOfColour);
  await switchTo(page, 'light');
  return [...findings, ...inDark.map((finding) => `in the dark theme: ${finding}`)];
}

/** What a language can change: everything but the colours, which take axe the longest. */
export async function wordingFindings(page: Page): Promise<string[]> {
  await loadAxe(page);
  return runAxe(page, undefined, isLong ? [] : rulesOfColour);
}

/** By the debugger, which the page's policy does not concern. Most pages are loaded apart: an empty one is not judged. */
async function loadAxe(page: Page): Promise<void> {
  await page.locator('main h1, [role=dialog]').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
}

/** As the system's setting and the dashboard's own switch do it; the reference has no switch. */
async function switchTo(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(
    `if ('theme' in document.documentElement.dataset) document.documentElement.dataset.theme = '${theme}'`,
  );
}

async function runAxe(
  page: Page,
  runOnly?: readonly string[],
  without: readonly string[] = [],
): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  // What passes is neither described nor carried over, which takes longer than trying it.
  const options = { resultTypes: ['violations'], runOnly, rules };
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document.querySelector('[role=dialog]') ?? document, ${JSON.stringify(options)})
      .then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/**
 * What is wider than the screen, and what is too small for a finger: 24 px is WCAG's least. A box to tick and
 * a hidden field for files are as large as their labels; a link in a sentence is as large as its words.
 */
export function phoneFindings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const root = document.documentElement;
    const findings = root.scrollWidth > root.clientWidth ? ['wide: ' + root.scrollWidth + ' px'] : [];
    const place = document.querySelector('[role=dialog]') ?? document;
    // A dialog that waits for an on-screen keyboard is an empty page to who has another one.
    for (const element of document.querySelectorAll('.overlay, .dialog'))
      if (getComputedStyle(element).opacity !== '1') findings.push('not shown: ' + element.className);
    for (const element of place.querySelectorAll('a, button, input, select, textarea, [role=tab]')) {
      // A file field is hidden where a button stands for it.
      const isLabelled = element.matches('[type=checkbox], [type=radio]') || (element.type === 'file' && element.clientWidth <= 1);
      const target = isLabelled ? element.labels[0] : element;
      const { width, height, left, right } = target.getBoundingClientRect();
      // Hidden before the start of the line, and cut off at its end.
      const [isBefore, isBeyond] = root.dir === 'rtl'
        ? [left > root.clientWidth, left < 0]
        : [right < 0, right > root.clientWidth];
      const isHidden = width === 0 || isBefore || element.closest('p, [aria-hidden=true]') !== null;
      if (!isHidden && (width < 24 || height < 24)) {
        findings.push('small: ' + Math.round(width) + ' x ' + Math.round(height) + ' ' + element.outerHTML);
      }
      if (!isHidden && isBeyond) findings.push('cut off: ' + element.outerHTML);
    }
    return findings;
  })()`);
}

/**
 * Controls and headings whose text is wider than they are, and placeholders that are wider than their fields. Inline
 * elements have no width of their own. The name of a team may be as long as people want, and that of a language is in the
 * list as well.
 */
export function cutOffFindings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const said = ({ outerHTML }, width, room) =>
      Math.ceil(width) + ' > ' + Math.floor(room) + ' px: ' + outerHTML.slice(0, 200);
    const words = 'button, .button, [role=tab], label, .label, h1, h2, h3, .row-fields .select-value';
    const cut = [...document.querySelectorAll(words)]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map((element) => said(element, element.scrollWidth, element.clientWidth));
    const pen = document.createElement('canvas').getContext('2d');
    const hints = [...document.querySelectorAll('input[placeholder]')].flatMap((field) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      pen.font = font;
      const width = pen.measureText(field.placeholder).width;
      const room = field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      return field.clientWidth > 1 && width > room ? [said(field, width, room)] : [];
    });
    return [...cut, ...hints];
  })()`);
}
