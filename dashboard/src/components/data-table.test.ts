import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataTable } from './data-table.tsx';

interface Term {
  readonly source: string;
  readonly uses: number;
}

const terms: readonly Term[] = [{ source: 'quay', uses: 3 }];

function tableOf(rows: readonly Term[], mayDelete = true): ReactElement {
  return createElement(DataTable<Term>, {
    label: 'Terms',
    empty: 'No terms yet.',
    rows,
    keyOf: ({ source }) => source,
    columns: [
      { header: 'Source term', kind: 'name', cell: ({ source }) => source },
      { header: 'Uses', kind: 'number', className: 'mono', cell: ({ uses }) => uses },
      mayDelete && { header: 'Actions', kind: 'actions', cell: () => 'Delete' },
    ],
  });
}

test('a header also labels its cells, except names and actions', () => {
  const html = renderToStaticMarkup(tableOf(terms));
  expect(html).toContain('<th scope="col" class="number">Uses</th>');
  expect(html).toContain('<td class="number mono" data-label="Uses">3</td>');
  expect(html).toContain('<td class="name">quay</td>');
  expect(html).toContain('<th scope="col"><span class="visually-hidden">Actions</span></th>');
  expect(html).toContain('<caption class="visually-hidden">Terms</caption>');
});

test('a column that is absent has neither header nor cells', () => {
  const html = renderToStaticMarkup(tableOf(terms, false));
  expect(html).not.toMatch(/Actions|Delete/);
  expect(html.match(/<t[hd] /g)).toHaveLength(4);
});

test('a table without rows is replaced', () => {
  expect(renderToStaticMarkup(tableOf([]))).toBe('No terms yet.');
});
