import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** The server holds the question for newer requests until there are some: on an idle page one is always open. */
const isHeldOpen = (request: Request) => new URL(request.url()).searchParams.has('seen');

/** Until what has arrived is shown, and what follows from it is asked for. */
const shown = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`;

/** Returns what waits until everything that a page asked for has been answered, and is shown. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!isHeldOpen(request)) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const isQuiet = async () => {
    await page.evaluate(shown);
    return open.size === 0;
  };
  // Twice: an answer can lead to another question.
  return () => expect.poll(async () => (await isQuiet()) && (await isQuiet())).toBe(true);
}
