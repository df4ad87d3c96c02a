import type { ButtonHTMLAttributes } from 'react';
import { t } from '../lib/messages.ts';
import { RowButton } from './button.tsx';
import type { Column } from './data-table.tsx';

interface RowAction extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly words: string;
  /** With the name of the row. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The column of the actions on a row; an action may be absent. */
export function actionsColumn<Row>(actionsOf: (row: Row) => readonly (RowAction | false)[]): Column<Row> {
  return {
    header: t('Actions'),
    kind: 'actions',
    cell: (row) => <RowActions actions={actionsOf(row)} />,
  };
}

export function RowActions({ actions }: { actions: readonly (RowAction | false)[] }) {
  return actions
    .filter((action) => action !== false)
    .map(({ words, ...rest }) => (
      <RowButton key={words} {...rest}>
        {words}
      </RowButton>
    ));
}
