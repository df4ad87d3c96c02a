/**
 * Takes pictures of each page in both themes, on a wide screen and on a phone: those that the documentation shows for
 * docs/images/, the others into a temporary folder, to be looked at.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { phone } from '../browser/support/dashboard.ts';
import { toPalettePng } from './palette-png.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const forDocs = join(docs, 'images');
const toLookAt = join(tmpdir(), 'dragoman-screenshots');
for (const folder of [forDocs, toLookAt]) mkdirSync(folder, { recursive: true });

/** The names of the pictures that a page of the documentation shows. */
const shownInDocs = new Set(
  ['../README.md', ...globSync('**/*.md', { cwd: docs })].flatMap((page) =>
    [...readFileSync(join(docs, page), 'utf8').matchAll(/images\/([\w-]+\.png)/g)].map(([, name]) => name),
  ),
);

export type Shoot = (name: string, isWhole?: boolean) => Promise<void>;

export function shootsOf(page: Page, theme: string, suffix: string): Shoot {
  return async (name, isWhole = false) => {
    await page.evaluate('document.fonts.ready');
    const picture = isWhole ? await shootWhole(page) : await page.screenshot();
    const file = `${name}-${theme}${suffix}.png`;
    writeFileSync(join(shownInDocs.has(file) ? forDocs : toLookAt, file), toPalettePng(picture));
  };
}

/** In a window as high as the page: the side bar is as high as the window, and so may be a list that scrolls. */
export async function shootWhole(page: Page): Promise<Buffer> {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  // A page that is always higher than its window ends somewhere.
  for (let round = 0; round < 8; round++) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const shown = page.viewportSize()?.height ?? 0;
    if (height > shown) await page.setViewportSize({ width: usual.width, height });
  }
  await page.evaluate('scrollTo(0, 0)');
  const picture = await page.screenshot({ fullPage: true });
  await page.setViewportSize(usual);
  return picture;
}

/** Until nothing is a placeholder. A page that asks again and again is never idle. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(200);
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

const screens = [
  { name: '', options: { viewport: { width: 1440, height: 900 } } },
  { name: '-phone', options: phone },
];

export const settings = screens.flatMap(({ name, options }) =>
  (['light', 'dark'] as const).map((theme) => ({
    name,
    theme,
    options: { ...options, reducedMotion: 'reduce' as const },
  })),
);
