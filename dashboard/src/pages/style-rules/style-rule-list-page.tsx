/** One list of style rules: its instructions, which people edit, and its configured rules, which they see. */

import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { type CustomInstruction, type StyleRuleList, type Team, useLanguages } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { NamedHead } from '../../components/named-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { actionsColumn } from '../../components/row-actions.tsx';
import { Section } from '../../components/section.tsx';
import { languageName } from '../../lib/language-names.ts';
import { t, tIn } from '../../lib/messages.ts';
import { goTo } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
import { FollowNotice } from './follow-notice.tsx';
import { DeleteInstructionDialog, InstructionDialog } from './instruction-dialogs.tsx';
import { DeleteStyleRulesDialog, RenameStyleRulesDialog } from './style-rule-dialogs.tsx';
import { useStyleRuleList } from './style-rule-queries.ts';
import { wordRules } from './style-rule-words.ts';

const allLists = () => ({ href: '/style-rules', label: t('All style rules') });

export function StyleRuleListPage({ team, id }: { team: Team; id: string }) {
  return (
    <QueryContent
      query={useStyleRuleList(team.id, id)}
      loading={t('Loading the style rules')}
      size="page"
      gone={
        <PageHead
          back={allLists()}
          title={t('Page not found')}
          intro={t(
            '{team} has no such style rule list. It was deleted, or it belongs to another team: choose the team, or look through the lists.',
            { team: team.name },
          )}
        />
      }
    >
      {(list) => <OneList team={team} list={list} />}
    </QueryContent>
  );
}

/** An instruction as it was when its dialog opened: if it is deleted meanwhile, what was typed stays. */
type Open =
  | { action: 'rename' | 'delete' | 'add' }
  | { action: 'change' | 'delete instruction'; instruction: CustomInstruction }
  | undefined;

function OneList({ team, list }: { team: Team; list: StyleRuleList }) {
  const languages = useLanguages(team.id);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayEdit = isMember(team);
  return (
    <>
      <div className="stack">
        <NamedHead
          back={allLists()}
          title={list.name}
          intro={t('For translations into {language}.', { language: languageName(list.language) })}
          mayEdit={mayEdit}
          onAction={(action) => setOpen({ action })}
        />
        <div className="row">
          <span className="wrap">
            <code>style_id</code>: <code data-testid="style-id">{list.style_id}</code>
          </span>
          <CopyButton text={list.style_id} label={t('Copy the ID')} />
        </div>
      </div>
      <FollowNotice team={team.name} languages={languages.data} language={list.language} />
      <Instructions
        list={list}
        mayEdit={mayEdit}
        onAdd={() => setOpen({ action: 'add' })}
        onAction={(action, instruction) => setOpen({ action, instruction })}
      />
      <ConfiguredRules list={list} />
      {open?.action === 'rename' && <RenameStyleRulesDialog team={team} list={list} onClose={close} />}
      {open?.action === 'delete' && (
        <DeleteStyleRulesDialog
          team={team}
          list={list}
          instructions={list.custom_instructions.length}
          onDeleted={() => goTo('/style-rules')}
          onClose={close}
        />
      )}
      {open?.action === 'add' && <InstructionDialog team={team} list={list} onClose={close} />}
      {open?.action === 'change' && (
        <InstructionDialog team={team} list={list} instruction={open.instruction} onClose={close} />
      )}
      {open?.action === 'delete instruction' && (
        <DeleteInstructionDialog team={team} list={list} instruction={open.instruction} onClose={close} />
      )}
    </>
  );
}

interface InstructionsProps {
  readonly list: StyleRuleList;
  readonly mayEdit: boolean;
  readonly onAdd: () => void;
  readonly onAction: (action: 'change' | 'delete instruction', instruction: CustomInstruction) => void;
}

function Instructions({ list, mayEdit, onAdd, onAction }: InstructionsProps) {
  const id = useId();
  return (
    <Section
      id={id}
      title={t('Instructions')}
      intro={t(
        'The engine gets them with every text, in this order. A change takes effect with the next call.',
      )}
    >
      {mayEdit && (
        <div>
          <Button kind="main" icon={Plus} needs="change" onClick={onAdd}>
            {t('Add an instruction')}
          </Button>
        </div>
      )}
      <DataTable
        labelledBy={id}
        className="table-instructions"
        empty={
          <Notice>
            {mayEdit
              ? t('Instructions appear here. Add the first one, such as: "Use short sentences."')
              : t('Instructions appear here. A member or an owner adds them.')}
          </Notice>
        }
        rows={list.custom_instructions}
        keyOf={(instruction) => instruction.id}
        columns={[
          { header: t('Label'), kind: 'name', cell: ({ label }) => label },
          { header: t('Instruction'), kind: 'text', className: 'wrap', cell: ({ prompt }) => prompt },
          {
            header: t('Applies to texts in'),
            className: 'source',
            cell: ({ source_language: source }) =>
              source === undefined ? t('Every language') : languageName(source),
          },
          mayEdit &&
            actionsColumn((instruction: CustomInstruction) => [
              {
                words: tIn('button', 'Change'),
                label: t('Change {instruction}', { instruction: instruction.label }),
                onClick: () => onAction('change', instruction),
              },
              {
                words: t('Delete'),
                label: t('Delete {name}', { name: instruction.label }),
                onClick: () => onAction('delete instruction', instruction),
              },
            ]),
        ]}
      />
    </Section>
  );
}

/** Nobody is told of rules that only client libraries set, until there are some. */
function ConfiguredRules({ list }: { list: StyleRuleList }) {
  const id = useId();
  const rules = wordRules(list.configured_rules);
  if (rules.length === 0) return null;
  return (
    <Section
      id={id}
      title={t('Configured rules')}
      intro={t(
        'They were set over the API, and are changed there. The engine gets them in these words, before the instructions.',
      )}
    >
      <DataTable
        labelledBy={id}
        rows={rules}
        keyOf={({ group, rule }) => `${group} ${rule}`}
        columns={[
          { header: t('Group'), kind: 'name', cell: ({ group }) => group },
          { header: t('Rule'), cell: ({ rule }) => rule },
          { header: t('Option'), className: 'wrap', cell: ({ option }) => option },
        ]}
      />
    </Section>
  );
}
