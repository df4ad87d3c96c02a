import { type Team, useLanguages, useStyleRules } from '../../api/queries.ts';
import { NamedList } from '../../components/named-list.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { languageName } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { FollowNotice } from './follow-notice.tsx';
import {
  CreateStyleRulesDialog,
  DeleteStyleRulesDialog,
  RenameStyleRulesDialog,
} from './style-rule-dialogs.tsx';
import { styleRulesAddress } from './style-rule-queries.ts';

export function StyleRuleLists({ team }: { team: Team }) {
  const lists = useStyleRules(team.id);
  const languages = useLanguages(team.id);
  return (
    <NamedList
      team={team}
      title={t('Style rules')}
      create={t('Create a style rule list')}
      loading={t('Loading style rules')}
      query={lists}
      error={languages.error}
      items={lists.data?.style_rules ?? []}
      idOf={({ style_id }) => style_id}
      addressOf={(id) => styleRulesAddress(team.id, id)}
      columns={[
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
      ]}
      empty={{
        editor: t(
          'Style rules appear here. A list says in plain words how translations into one language are worded, such as: "Use short sentences."',
        ),
        reader: t(
          'Style rules appear here. A list says in plain words how translations are worded. Ask a member or an owner to create one.',
        ),
      }}
      dialogs={{
        create: (close) => <CreateStyleRulesDialog team={team} onClose={close} />,
        rename: (list, close) => <RenameStyleRulesDialog team={team} list={list} onClose={close} />,
        delete: (list, close) => (
          <DeleteStyleRulesDialog
            team={team}
            list={list}
            instructions={list.custom_instruction_count}
            onDeleted={close}
            onClose={close}
          />
        ),
      }}
    >
      <FollowNotice team={team.name} languages={languages.data} />
    </NamedList>
  );
}
