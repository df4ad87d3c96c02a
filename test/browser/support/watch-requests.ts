import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Returns what waits until everything that a page asked for has been answered, and is shown. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const isQuiet = async () => {
    await page.waitForTimeout(100);
    return open.size === 0;
  };
  // Twice: an answer can lead to another question.
  return () => expect.poll(async () => (await isQuiet()) && (await isQuiet())).toBe(true);
}
