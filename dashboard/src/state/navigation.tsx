/** Client-side routing. The pages are too few to need a library. */
import { type AnchorHTMLAttributes, type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { leave } from './leave.ts';

function subscribe(callback: () => void): () => void {
  addEventListener('popstate', callback);
  return () => removeEventListener('popstate', callback);
}

function announce(): void {
  dispatchEvent(new PopStateEvent('popstate'));
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The query string: the page state that a copied URL carries. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The part after `#`, without it. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash).slice(1);
}

export function goTo(path: string, state: unknown = null): void {
  leave(() => goAtOnce(path, state));
}

function goAtOnce(path: string, state: unknown): void {
  history.pushState(state, '', path);
  announce();
}

/** Adds no history entry, so that "back" leaves the page whatever the user selected on it. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', `${location.pathname}?${search}`);
  announce();
}

/** For a page that is only the way to another one. */
export function replacePath(path: string, state: unknown = null): void {
  history.replaceState(state, '', path);
  announce();
}

/** Shows the sign-in page in place of this one, and this one again afterwards. Skips the leave guard because the session has ended. */
export function goToSignIn(why: { hasSessionEnded?: true } = {}): void {
  if (location.pathname !== '/sign-in') replacePath('/sign-in', { next: addressHere(), ...why });
}

/** For a person who wants to sign in: "back" leads to the page that they were on. */
export function askToSignIn(): void {
  goTo('/sign-in', { next: addressHere() });
}

function addressHere(): string {
  return `${location.pathname}${location.search}`;
}

/** Where to go after sign-in. Only this origin can write the history state, so a link cannot inject a URL. */
export function nextAfterSignIn(): string {
  const { next } = Object(history.state) as { next?: unknown };
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** Whether the sign-in page is shown because the server ended the session. */
export function hasSessionEnded(): boolean {
  return Object(history.state).hasSessionEnded === true;
}

/** What somebody did with a link before the sign-in page is shown. `team`: the one that they joined. */
export interface UsedLink {
  readonly email: string;
  readonly team?: string;
}

export function goToSignInAfterLink(usedLink: UsedLink): void {
  goTo('/sign-in', { usedLink });
}

export function usedLink(): UsedLink | undefined {
  const { usedLink: used } = Object(history.state) as { usedLink?: UsedLink };
  return used;
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
