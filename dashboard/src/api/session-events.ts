/** What the page does when its session ends or changes: by the server's answer, or in another tab. */
import { forgetSession, readSessionChange, readToken } from './session-token.ts';

export interface SessionListeners {
  /** The session has ended, here or in another tab. */
  onSignedOut(): void;
  /** Somebody signed in in another tab while this one waited for it. */
  onSignedIn(): void;
  /** Another tab is signed in as somebody else, so what this one shows is not theirs. */
  onAnotherUser(): void;
}

let listeners: SessionListeners | undefined;

export function listenToSession(given: SessionListeners): void {
  listeners = given;
  // Only other tabs cause this event.
  addEventListener('storage', tellOfOtherTabs);
  // A page that "back" shows as it was left has missed the events since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tellOfOtherTabs();
  });
}

function tellOfOtherTabs(): void {
  const change = readSessionChange();
  if (change === 'signed out') listeners?.onSignedOut();
  else if (change === 'signed in') listeners?.onSignedIn();
  else if (change === 'another user') listeners?.onAnotherUser();
}

/** Also for a stream that is refused after its status was sent. */
export function sessionHasEnded(): void {
  if (readToken() === null) return;
  forgetSession();
  listeners?.onSignedOut();
}

/** Before the event of the other tab arrives, this one may want to send something. */
export function anotherUserIsHere(): void {
  listeners?.onAnotherUser();
}
