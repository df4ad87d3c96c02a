/** A person without a mouse: only keys are pressed, and at each stop of Tab it must be visible where the focus is. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const mostTabs = 80;

/**
 * Whether the focus is on the page as a whole, or what is wrong with where it is shown. A hidden file field shows it on its
 * label, and the grid of a glossary on its frame.
 */
const focusState = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'page';
  const shownBy = [element, ...(element.labels ?? []), element.closest('.grid-frame')].filter(Boolean);
  const isMarked = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  const isInSight = (one) => {
    const { width, height, top, bottom, left, right } = one.getBoundingClientRect();
    return width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  return shownBy.some((one) => isMarked(one) && isInSight(one)) ? 'visible' : element.outerHTML.slice(0, 300);
})()`;

export interface Keyboard {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab, or Shift and Tab, until the control has the focus. */
  tabTo(control: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Presses Tab through the whole page and out of it. Returns the number of stops. */
  tabThrough(): Promise<number>;
  expectFocusOn(control: Locator): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const hasFocus = async (control: Locator) => (await control.and(page.locator(':focus')).count()) === 1;
  /** False if the focus left the page, for the address bar or whatever is beyond its end. */
  const isOnControl = async () => {
    const state = await page.evaluate<string>(focusState);
    expect(['page', 'visible'], 'where the focus is shown').toContain(state);
    return state === 'visible';
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    press,
    type: (text) => page.keyboard.type(text),
    async tabTo(control, key = 'Tab') {
      await control.waitFor({ state: 'attached' });
      for (let i = 0; i < mostTabs; i++) {
        await press(key);
        await isOnControl();
        if (await hasFocus(control)) return;
      }
      throw new Error(`the keyboard does not reach ${control}`);
    },
    async tabThrough() {
      // From wherever it is to the end of the page, then once through all of it.
      for (let ends = 0, stops = 0, i = 0; i < 2 * mostTabs; i++) {
        await press('Tab');
        if (await isOnControl()) stops++;
        else if (++ends === 2) return stops;
        else stops = 0;
      }
      throw new Error('Tab does not leave the page');
    },
    expectFocusOn: (control) => expect.poll(() => hasFocus(control), { message: `${control}` }).toBe(true),
  };
}
