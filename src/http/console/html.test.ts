import { expect, test } from 'vitest';
import { html } from './html.ts';

test('what is put in is escaped, unless it is HTML itself', () => {
  const hostile = `"><script>alert('&')</script>`;
  const inner = html`<b title="${hostile}">${hostile}</b>`;
  expect(inner.source).not.toMatch(/<script|'/);
  expect(html`<p>${[inner, inner]}${undefined}${7}</p>`.source).toBe(
    `<p>${inner.source}${inner.source}7</p>`,
  );
});
