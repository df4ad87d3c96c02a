import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Message } from './message.tsx';

const shown = (text: string, values: Record<string, ReactNode | ((content: ReactNode) => ReactNode)>) =>
  renderToStaticMarkup(createElement(Message, { text, values }));

test('links and code are elements in the sentence', () => {
  const link = (content: ReactNode) => createElement('a', { href: '/keys' }, content);
  const text =
    'There is no page at this address. Check the address, or go to the <link>keys</link> of your team.';
  expect(shown(text, { link })).toContain('go to the <a href="/keys">keys</a> of your team.');
  expect(shown('{team} invites <b>{email}</b>', { team: 'A', email: 'b@c' })).toBe('A invites <b>b@c</b>');
});

test('a value is never read as a tag', () => {
  expect(shown('{team} invites <b>{email}</b>', { team: '<b>x</b>', email: '{team}' })).toBe(
    '&lt;b&gt;x&lt;/b&gt; invites <b>{team}</b>',
  );
});
