import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { goToSignIn, nextAfterSignIn, replacePath } from './navigation.tsx';
import { usePageTitle } from './page-title.ts';

afterEach(() => replacePath('/'));

test('the sign-in page takes the place of the page that it leads to, so that "back" does not show it again', () => {
  history.pushState(null, '', '/usage?days=7');
  const before = history.length;
  goToSignIn();
  expect([location.pathname, nextAfterSignIn()]).toEqual(['/sign-in', '/usage?days=7']);
  replacePath(nextAfterSignIn());
  expect([location.pathname, location.search, history.length]).toEqual(['/usage', '?days=7', before]);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1', 7])(
  'nobody is led to %s after signing in',
  (next) => {
    history.replaceState({ next }, '', '/sign-in');
    expect(nextAfterSignIn()).toBe('/');
  },
);

test('the tab is named after its page', () => {
  const { rerender } = renderHook(usePageTitle, { initialProps: 'Sign in' as string | undefined });
  expect(document.title).toBe('Sign in – Dragoman');
  rerender(undefined);
  expect(document.title).toBe('Dragoman');
});
