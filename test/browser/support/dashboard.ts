/** The dashboard in Debian's Chromium, as a user meets it. */
import { text as readAll } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import type { Database } from '../../../src/store/postgres/database.ts';
import { translate } from '../../support/api-client.ts';
import { testPassword } from '../../support/console-client.ts';
import { seedTeams } from '../../support/seed-teams.ts';

/** Names that would run in a page that trusts them. */
export const hostileNames = [
  `<script>window.__xss = 1</script>`,
  `<img src=x onerror="window.__xss = 1">`,
  `"><svg onload="window.__xss = 1">`,
  `'-(window.__xss = 1)-'`,
  `javascript:window.__xss=1`,
  '\u0024{window.__xss = 1}{{constructor.constructor("window.__xss=1")()}}',
  `</title><iframe srcdoc="<script>parent.__xss = 1</script>">`,
  `<a href="javascript:window.__xss=1" autofocus onfocus="window.__xss=1">x</a>`,
  `<details open ontoggle="window.__xss=1">`,
  `&lt;img src=x onerror=window.__xss=1&gt;`,
];

export interface Visit {
  readonly page: Page;
  /** What the browser complained about: errors of scripts, what the page's policy refused. */
  readonly complaints: string[];
}

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The browser of the suite; each visit has storage of its own. */
export function useBrowser(): {
  visit(url: string, theme?: 'light' | 'dark', options?: BrowserContextOptions): Promise<Visit>;
} {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject('chromiumEndpoint'));
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
  });
  return {
    async visit(url, theme = 'light', options = {}) {
      if (browser === undefined) throw new Error('the browser is not started yet');
      const context = await browser.newContext({
        colorScheme: theme,
        reducedMotion: 'reduce',
        baseURL: url,
        viewport: { width: 1280, height: 860 },
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // What the server refuses is on the page in words; the browser lists it as well.
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
      });
      page.setDefaultTimeout(120_000);
      return { page, complaints };
    },
  };
}

/** Opens the page "Keys", by way of the sign-in page. */
export async function signInOn(page: Page, email: string): Promise<void> {
  await signInFor(page, '/keys', email);
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
}

/** Opens a page that needs a session; after signing in, it is shown. */
export async function signInFor(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await signInHere(page, email);
}

/** On the sign-in page, in whatever language it is. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(testPassword);
  await page.locator('button[type=submit]').click();
}

/**
 * For tests of a file that do not depend on storage of their own: they share a visit, which the first of them opens. Signing in
 * anew takes a second of a core.
 */
export function sharedVisit<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

/**
 * Shows another page of the dashboard as its own links do, for addresses to which no link leads. Loading the dashboard again
 * takes half a second of a core, and a second where axe is loaded again.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  `);
}

/** The browser is another process's, so its files are read through it. */
export async function contentOf(download: Download): Promise<string> {
  return readAll(await download.createReadStream());
}

const mostTabs = 60;
const nameOfFocused = `(({ activeElement: element }) =>
  element.ariaLabel ?? (element.matches('button') ? element.ariaLabelledByElements?.at(-1)?.textContent : undefined) ??
  element.labels?.[0]?.textContent ?? element.textContent)(document)`;

/** Presses Tab until the control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < mostTabs; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(nameOfFocused);
    if (focused === name) return;
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}

/** The first call of a pair starts its engine, which takes its time where others hold the cores. */
export async function warmEngine(db: Database, url: string): Promise<void> {
  const [team] = await seedTeams(db, 1);
  const body = { text: ['The house is big.'], target_lang: 'ES' };
  await vi.waitFor(
    async () => {
      const { status } = await translate(url, team?.key ?? '', body);
      if (status !== 200) throw new Error(`the engine answers ${status}`);
    },
    { timeout: 120_000, interval: 200 },
  );
}
