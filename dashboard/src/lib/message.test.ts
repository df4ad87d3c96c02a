import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Message } from './message.tsx';
import { t } from './messages.ts';

const shown = (text: string, values: Record<string, ReactNode | ((content: ReactNode) => ReactNode)>) =>
  renderToStaticMarkup(createElement(Message, { text, values }));

test('links and code are elements in the sentence', () => {
  const link = (content: ReactNode) => createElement('a', { href: '/' }, content);
  const text = 'There is no page at this address. Check the address, or go to the <link>start page</link>.';
  expect(shown(text, { link })).toContain('go to the <a href="/">start page</a>.');
  expect(shown('{team} invites <b>{email}</b>', { team: 'A', email: 'b@c' })).toBe('A invites <b>b@c</b>');
});

test('a name cannot turn around the sentence that it is in', () => {
  const text = '{team} invites <b>{email}</b>';
  const email = 'b@c';
  expect(shown(text, { team: 'A\u202Egnp', email })).toBe('Agnp invites <b>b@c</b>');
  expect(shown(text, { team: 'A\u2069\u2066', email })).toBe('A invites <b>b@c</b>');
  expect(t('Delete {name}', { name: '\u202Etxt.exe\u2067' })).toBe('Delete txt.exe');
  // A value that is a text of its own keeps the isolates around its names.
  const pair = t('{source} → {target}', { source: 'בית', target: 'casa' });
  expect(t('Delete {name}', { name: pair })).toContain('\u2068בית\u2069 → casa');
});

test('a value is never read as a tag', () => {
  expect(shown('{team} invites <b>{email}</b>', { team: '<b>x</b>', email: '{team}' })).toBe(
    '&lt;b&gt;x&lt;/b&gt; invites <b>{team}</b>',
  );
});
