/** Asks before the user leaves unsaved work: by a link, by "back", by a team switch or by closing the tab. */
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
  // A link within the page, such as "Skip to content".
  if (addressNow() === heldAddress) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', heldAddress);
  ask(() => history.back());
});

function addressNow(): string {
  return `${location.pathname}${location.search}`;
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Holds every navigation and passes it to `confirm`. Returns the function that releases it. */
export function holdNavigation(confirm: (go: Go) => void): () => void {
  heldAddress = addressNow();
  ask = confirm;
  addEventListener('beforeunload', warn);
  return releaseNavigation;
}

export function releaseNavigation(): void {
  ask = undefined;
  removeEventListener('beforeunload', warn);
}
