/** Addresses of pages: the few that there are need no library. */
import { type AnchorHTMLAttributes, type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { leave } from './leave-guard.tsx';

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

/** What stands behind the `?`: the part of a page that a copied address takes along. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

export function goTo(path: string, state: unknown = null): void {
  leave(() => goAtOnce(path, state));
}

function goAtOnce(path: string, state: unknown): void {
  history.pushState(state, '', path);
  announce();
}

/** Without a step in the history: "back" leaves the page, whatever was chosen on it. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', `${location.pathname}?${search}`);
  announce();
}

/** Leads to the sign-in page, and from there back to where this was called. Nobody is asked: the session is over. */
export function goToSignIn(): void {
  if (location.pathname === '/sign-in') return;
  goAtOnce('/sign-in', { next: `${location.pathname}${location.search}` });
}

/** Where to go after signing in. Only this page writes its history, so no link can name another site here. */
export function nextAfterSignIn(): string {
  const { next } = Object(history.state) as { next?: unknown };
  return typeof next === 'string' && /^\/(?!\/)/.test(next) ? next : '/keys';
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
