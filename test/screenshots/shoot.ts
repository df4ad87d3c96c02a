/** Takes the pictures of docs/images/: each page in both themes, on a wide screen and on a phone. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { phone } from '../browser/support/dashboard.ts';
import { toPalettePng } from './palette-png.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
mkdirSync(folder, { recursive: true });

export type Shoot = (name: string, isWhole?: boolean) => Promise<void>;

export function shootsOf(page: Page, theme: string, suffix: string): Shoot {
  return async (name, isWhole = false) => {
    await page.evaluate('document.fonts.ready');
    const picture = await page.screenshot({ fullPage: isWhole });
    writeFileSync(`${folder}${name}-${theme}${suffix}.png`, toPalettePng(picture));
  };
}

const screens = [
  { name: '', options: {} },
  { name: '-phone', options: phone },
];

export const settings = screens.flatMap(({ name, options }) =>
  (['light', 'dark'] as const).map((theme) => ({
    name,
    theme,
    options: { ...options, reducedMotion: 'reduce' as const },
  })),
);
