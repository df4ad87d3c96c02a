import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Answer, type Languages, type Team, useLanguages, useStyleRules } from '../../api/queries.ts';
import { Button, RowButton } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatList, formatNumber } from '../../lib/format.ts';
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
  return (
    <>
      <PageHead
        title={t('Style rules')}
        actions={
          mayEdit && (
            <Button kind="main" needs="change" icon={Plus} onClick={() => setOpen({ action: 'create' })}>
              {t('Create a style rule list')}
            </Button>
          )
        }
      />
      <FollowNotice team={team.name} languages={languages.data} />
      <QueryContent query={lists} error={languages.error} loading={t('Loading style rules')}>
        {({ style_rules }) => (
          <ListTable
            team={team}
            lists={style_rules}
            languages={languages.data}
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

function WhatTheyAre({ mayEdit, engines }: { mayEdit: boolean; engines: readonly string[] }) {
  return (
    <EmptyState drawing="speech">
      <p>
        {t(
          'Style rules appear here. A list of them says in plain words how translations into one language should be worded: "Use short sentences.", "Put the currency symbol before the number." A call names its list by id.',
        )}
      </p>
      {engines.length > 0 && (
        <p>
          {t('Language models follow them, other engines do not. Engines of your team that do: {engines}.', {
            engines: formatList(engines),
          })}
        </p>
      )}
      <p>
        {mayEdit
          ? t('Create a list for a language, add its instructions, and try it in the playground.')
          : t('Ask a member or an owner to create a list.')}
      </p>
    </EmptyState>
  );
}

interface ListTableProps {
  readonly team: Team;
  readonly lists: readonly Listed[];
  readonly languages: Languages | undefined;
  readonly onAction: (action: 'rename' | 'delete', list: Listed) => void;
}

function ListTable({ team, lists, languages, onAction }: ListTableProps) {
  const mayEdit = isMember(team);
  return (
    <DataTable
      empty={<WhatTheyAre mayEdit={mayEdit} engines={languages?.instruction_engines ?? []} />}
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
