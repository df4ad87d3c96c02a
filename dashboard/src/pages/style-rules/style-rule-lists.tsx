import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Answer, type Team, useLanguages, useStyleRules } from '../../api/queries.ts';
import { AskTeamLink } from '../../components/ask-team-link.tsx';
import { Button, RowButton } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { languageName } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
import { FollowNotice } from './follow-notice.tsx';
import {
  CreateStyleRulesDialog,
  DeleteStyleRulesDialog,
  RenameStyleRulesDialog,
} from './style-rule-dialogs.tsx';
import { styleRulesAddress } from './style-rule-queries.ts';

type Listed = Answer<'listStyleRules'>['style_rules'][number];
type Open = { action: 'create' } | { action: 'rename' | 'delete'; id: string } | undefined;

export function StyleRuleLists({ team }: { team: Team }) {
  const lists = useStyleRules(team.id);
  const languages = useLanguages(team.id);
  const [open, setOpen] = useState<Open>();
  const mayEdit = isMember(team);
  const close = () => setOpen(undefined);
  // Read from the current list: after a version conflict, the retry uses the new version.
  const subject =
    open !== undefined && 'id' in open
      ? lists.data?.style_rules.find(({ style_id }) => style_id === open.id)
      : undefined;
  // The one button of an empty page is where the eye is.
  const isEmpty = lists.data?.style_rules.length === 0;
  const create = mayEdit && (
    <Button kind="main" needs="change" icon={Plus} onClick={() => setOpen({ action: 'create' })}>
      {t('Create a style rule list')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('Style rules')} actions={!isEmpty && create} />
      <FollowNotice team={team.name} languages={languages.data} />
      <QueryContent query={lists} error={languages.error} loading={t('Loading style rules')}>
        {({ style_rules }) => (
          <ListTable
            team={team}
            lists={style_rules}
            create={create}
            onAction={(action, { style_id }) => setOpen({ action, id: style_id })}
          />
        )}
      </QueryContent>
      {open?.action === 'create' && <CreateStyleRulesDialog team={team} onClose={close} />}
      {open?.action === 'rename' && subject !== undefined && (
        <RenameStyleRulesDialog team={team} list={subject} onClose={close} />
      )}
      {open?.action === 'delete' && subject !== undefined && (
        <DeleteStyleRulesDialog
          team={team}
          list={subject}
          instructions={subject.custom_instruction_count}
          onDeleted={close}
          onClose={close}
        />
      )}
    </>
  );
}

function WhatTheyAre({ mayEdit, create }: { mayEdit: boolean; create: ReactNode }) {
  return (
    <EmptyState drawing="speech" action={create || <AskTeamLink />}>
      {mayEdit
        ? t(
            'Style rules appear here. A list says in plain words how translations into one language are worded, such as: "Use short sentences."',
          )
        : t(
            'Style rules appear here. A list says in plain words how translations are worded. Ask a member or an owner to create one.',
          )}
    </EmptyState>
  );
}

interface ListTableProps {
  readonly team: Team;
  readonly lists: readonly Listed[];
  readonly create: ReactNode;
  readonly onAction: (action: 'rename' | 'delete', list: Listed) => void;
}

function ListTable({ team, lists, create, onAction }: ListTableProps) {
  const mayEdit = isMember(team);
  return (
    <DataTable
      empty={<WhatTheyAre mayEdit={mayEdit} create={create} />}
      rows={lists}
      keyOf={({ style_id }) => style_id}
      columns={[
        {
          header: t('Name'),
          kind: 'name',
          cell: ({ style_id, name }) => (
            <Link className="row-link" href={styleRulesAddress(team.id, style_id)}>
              {name}
            </Link>
          ),
        },
        { header: t('Target language'), cell: ({ language }) => languageName(language) },
        {
          header: t('Instructions'),
          kind: 'number',
          cell: (list) => formatNumber(list.custom_instruction_count),
        },
        {
          header: t('Configured rules'),
          kind: 'number',
          cell: (list) => formatNumber(list.configured_rule_count),
        },
        { header: t('Last changed'), cell: ({ updated_time }) => <RelativeTime time={updated_time} /> },
        mayEdit && {
          header: t('Actions'),
          kind: 'actions',
          cell: (list) => (
            <>
              <RowButton
                label={t('Rename {list}', { list: list.name })}
                onClick={() => onAction('rename', list)}
              >
                {t('Rename')}
              </RowButton>
              <RowButton
                label={t('Delete {list}', { list: list.name })}
                onClick={() => onAction('delete', list)}
              >
                {t('Delete')}
              </RowButton>
            </>
          ),
        },
      ]}
    />
  );
}
