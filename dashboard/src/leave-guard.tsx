/** Asks before a page with unsaved work is left, by whatever way: a link, "back", another team, closing the tab. */
import { useEffect, useState } from 'react';
import { Button } from './components/button.tsx';
import { Dialog } from './components/dialog.tsx';

type Go = () => void;

/** Set while there is something to lose. */
let ask: ((go: Go) => void) | undefined;
let heldAddress = '';

/** Goes at once, or once whoever is on the page agrees. */
export function leave(go: Go): void {
  if (ask === undefined) go();
  else ask(go);
}

addEventListener('popstate', (event) => {
  // The page's own steps come through `leave`; this is the browser's "back" or "forward", which has happened by now.
  if (ask === undefined || !event.isTrusted) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', heldAddress);
  ask(() => history.back());
});

/** `isOn` while there is unsaved work; `onDiscard` gives it up. */
export function LeaveGuard({ isOn, onDiscard }: { isOn: boolean; onDiscard: () => void }) {
  const [go, setGo] = useState<Go>();
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    heldAddress = `${location.pathname}${location.search}`;
    ask = (next) => setGo(() => next);
    addEventListener('beforeunload', warn);
    return () => {
      ask = undefined;
      removeEventListener('beforeunload', warn);
    };
  }, [isOn]);
  if (go === undefined) return null;
  const stay = () => setGo(undefined);
  const discard = () => {
    ask = undefined;
    setGo(undefined);
    onDiscard();
    go();
  };
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>What you changed since you last saved is lost if you leave.</p>
      <div className="row">
        <Button kind="bad" onClick={discard}>
          Leave without saving
        </Button>
        <Button onClick={stay}>Stay</Button>
      </div>
    </Dialog>
  );
}
