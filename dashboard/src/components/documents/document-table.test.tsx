import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DocumentTable } from './document-table.tsx';
import type { Upload } from './use-uploads.ts';

afterEach(cleanup);

/** The header above a cell: cells before it may span several columns. */
function headerOf(cell: HTMLElement): string | null | undefined {
  const before = [...(cell.parentElement?.children ?? [])].slice(0, (cell as HTMLTableCellElement).cellIndex);
  const column = before.reduce(
    (sum, { attributes }) => sum + Number(attributes.getNamedItem('colspan')?.value ?? 1),
    0,
  );
  return screen.getAllByRole('columnheader')[column]?.textContent;
}

test.each([
  ['an upload that runs', { id: 1, name: 'letter.docx' }, 'status', 'Uploading'],
  [
    'an upload that was refused',
    { id: 1, name: 'a.png', error: new Error('Not supported.') },
    'alert',
    'Not supported.',
  ],
] as const)('%s says so in the column of states', (_, upload: Upload, role, words) => {
  render(
    <DocumentTable
      documents={[]}
      uploads={[upload]}
      languageName={(code) => code}
      mayChange
      isBusy={false}
      onDownload={() => undefined}
      onDelete={() => undefined}
      onDismiss={() => undefined}
    />,
  );
  const said = screen.getByRole(role);
  expect(said.textContent).toBe(words);
  expect(headerOf(said.closest('td') as HTMLElement)).toBe('State');
});
