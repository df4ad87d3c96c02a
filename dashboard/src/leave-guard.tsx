/** Asks before the user leaves unsaved work: by a link, by "back", by a team switch or by closing the tab. */
import { useEffect, useState } from 'react';
import { Button } from './components/button.tsx';
import { Dialog } from './components/dialog.tsx';

type Go = () => void;

/** Set while there is unsaved work. */
let ask: ((go: Go) => void) | undefined;
let heldAddress = '';

/** Navigates immediately, or after the user confirms when there is unsaved work. */
export function leave(go: Go): void {
  if (ask === undefined) go();
  else ask(go);
}

addEventListener('popstate', (event) => {
  // The page's own navigation goes through `leave`. This is "back" or "forward", which has already happened.
  if (ask === undefined || !event.isTrusted) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', heldAddress);
  ask(() => history.back());
});

/** `isOn` while there is unsaved work; `onDiscard` discards it. */
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
