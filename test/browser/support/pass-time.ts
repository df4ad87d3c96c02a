/** Pages that ask their server again every five seconds, without waiting for them. */
import type { Page } from 'playwright-core';
import { vi } from 'vitest';

const refreshMs = 5_000;
/** After a minute of its clock without a change a page asks less often, and after ten, no more. */
const skips = 10;

/** For pages whose clock is installed. `path` is what they ask for. */
export function createTimePassing(path: string) {
  /** Skips five seconds, and waits for the answer or for the news that there is none. */
  async function passTime(page: Page): Promise<void> {
    const asked = page.waitForRequest(path);
    await page.clock.fastForward(refreshMs);
    await (await asked).response();
  }
  const isSo = (check: () => Promise<unknown>) =>
    check().then(
      () => true,
      () => false,
    );
  return {
    passTime,
    /** What a server takes longer for, the page shows when its clock, which goes on by itself, lets it ask again. */
    async eventually(page: Page, check: () => Promise<unknown>): Promise<void> {
      for (let skipped = 0; skipped < skips; skipped++) {
        await passTime(page);
        if (await isSo(check)) return;
      }
      await vi.waitFor(check, { timeout: 300_000, interval: 200 });
    },
  };
}

/** Checks that what was found is shown, or will be in a moment. */
export const isShown = (found: { waitFor(options: { timeout: number }): Promise<void> }) =>
  found.waitFor({ timeout: 500 });
