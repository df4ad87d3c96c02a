/** Lists and pages of what people name and edit, such as glossaries. */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Team } from '../api/queries.ts';
import { t } from '../lib/messages.ts';
import { Link } from '../state/navigation.tsx';
import { isMember } from '../state/roles.ts';
import { AskTeamLink } from './ask-team-link.tsx';
import { Button } from './button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHead, type PageHeadProps } from './page.tsx';
import { type Query, QueryContent } from './query-content.tsx';
import { actionsColumn } from './row-actions.tsx';

type Action = 'rename' | 'delete';
type Open = { action: 'create' } | { action: Action; id: string };

interface NamedListProps<Item> {
  readonly team: Team;
  readonly title: string;
  /** Label of the button that creates one. */
  readonly create: string;
  readonly loading: string;
  readonly query: Query<unknown>;
  /** Error of another request of the page. */
  readonly error?: Error | null;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly addressOf: (id: string) => string;
  /** After the name. */
  readonly columns: readonly Column<Item>[];
  /** What will appear here, for who may create it and for the others. */
  readonly empty: { readonly editor: string; readonly reader: string };
  readonly dialogs: Readonly<Record<Action, (item: Item, close: () => void) => ReactNode>> & {
    readonly create: (close: () => void) => ReactNode;
  };
  /** Above the list. */
  readonly children?: ReactNode;
}

export function NamedList<Item extends { readonly name: string }>(props: NamedListProps<Item>) {
  const { team, title, query, error = null, items, idOf, addressOf, columns, empty, dialogs } = props;
  const [open, setOpen] = useState<Open>();
  const mayEdit = isMember(team);
  const close = () => setOpen(undefined);
  // Read from the current list: after a version conflict, the retry uses the new version.
  const subject = open !== undefined && 'id' in open && items.find((item) => idOf(item) === open.id);
  // The one button of an empty page is where the eye is.
  const isEmpty = query.data !== undefined && items.length === 0;
  const create = mayEdit && (
    <Button kind="main" needs="change" icon={Plus} onClick={() => setOpen({ action: 'create' })}>
      {props.create}
    </Button>
  );
  const act = (action: Action, item: Item) => () => setOpen({ action, id: idOf(item) });
  const nameColumn: Column<Item> = {
    header: t('Name'),
    kind: 'name',
    cell: (item) => (
      <Link className="row-link" href={addressOf(idOf(item))}>
        {item.name}
      </Link>
    ),
  };
  const actions = actionsColumn<Item>((item) => [
    { words: t('Rename'), label: t('Rename {name}', { name: item.name }), onClick: act('rename', item) },
    { words: t('Delete'), label: t('Delete {name}', { name: item.name }), onClick: act('delete', item) },
  ]);
  return (
    <>
      <PageHead title={title} actions={!isEmpty && create} />
      {props.children}
      <QueryContent query={query} error={error} loading={props.loading}>
        {() => (
          <DataTable
            empty={
              <EmptyState drawing="speech" action={create || <AskTeamLink />}>
                {mayEdit ? empty.editor : empty.reader}
              </EmptyState>
            }
            rows={items}
            keyOf={idOf}
            columns={[nameColumn, ...columns, mayEdit && actions]}
          />
        )}
      </QueryContent>
      {open?.action === 'create' && dialogs.create(close)}
      {open !== undefined && open.action !== 'create' && subject && dialogs[open.action](subject, close)}
    </>
  );
}

interface NamedHeadProps extends Omit<PageHeadProps, 'actions'> {
  readonly mayEdit: boolean;
  readonly onAction: (action: Action) => void;
}

/** The top of the page of one of them. */
export function NamedHead({ mayEdit, onAction, ...head }: NamedHeadProps) {
  return (
    <PageHead
      {...head}
      actions={
        mayEdit && (
          <>
            <Button needs="change" onClick={() => onAction('rename')}>
              {t('Rename')}
            </Button>
            <Button needs="change" onClick={() => onAction('delete')}>
              {t('Delete')}
            </Button>
          </>
        )
      }
    />
  );
}
