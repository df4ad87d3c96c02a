/**
 * Keeps the place of people who work by keyboard. A browser gives the focus to nothing when the control that has it is
 * removed, as the row that was deleted or the step that is done, or disabled, as a button while its request runs.
 */
import { useEffect } from 'react';

const layers = '[role=dialog], .popover';

interface Held {
  readonly element: HTMLElement;
  wasDisabled: boolean;
}

/**
 * The page's content gets the focus of a control that is gone; a control that is enabled again gets its own back. After a
 * dialog that took the place of another one, the control that opened the first one gets it.
 */
export function useKeptFocus(contentId: string): void {
  useEffect(() => {
    let held: Held | undefined;
    /** The last one on the page itself, below dialogs and lists. */
    let below: HTMLElement | undefined;
    const hold = ({ target }: FocusEvent) => {
      held = target instanceof HTMLElement ? { element: target, wasDisabled: false } : undefined;
      if (target instanceof HTMLElement && target.closest(layers) === null) below = target;
    };
    // Who clicks beside everything wants no control to have the focus.
    const letGo = () => {
      held = undefined;
    };
    const restore = () => {
      if (held === undefined || document.activeElement !== document.body) return;
      const { element } = held;
      if (!element.isConnected && document.querySelector(layers) === null) {
        const next = below?.isConnected === true ? below : document.getElementById(contentId);
        next?.focus({ preventScroll: true });
      } else if (element.isConnected && held.wasDisabled && !element.matches(':disabled'))
        element.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => {
      if (held === undefined) return;
      const { element } = held;
      if (element.isConnected && element.matches(':disabled')) held.wasDisabled = true;
      // Dialogs and menus give the focus back to what opened them one frame after they are closed.
      else if (held.wasDisabled || !element.isConnected) afterTwoFrames(restore);
    });
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    addEventListener('focusin', hold);
    addEventListener('pointerdown', letGo, true);
    return () => {
      changes.disconnect();
      removeEventListener('focusin', hold);
      removeEventListener('pointerdown', letGo, true);
    };
  }, [contentId]);
}

function afterTwoFrames(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}
