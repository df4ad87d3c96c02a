import { useState } from 'react';
import { type Team, useLanguages } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { NameDialog } from '../../components/name-dialog.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Select } from '../../components/select.tsx';
import { languageLabel } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { goTo } from '../../state/navigation.tsx';
import {
  type NamedList,
  styleRulesAddress,
  useCreateStyleRules,
  useDeleteStyleRules,
  useRenameStyleRules,
} from './style-rule-queries.ts';

interface DialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

const nameHint = () => t('What its texts have in common, such as: web shop.');

export function CreateStyleRulesDialog({ team, onClose }: DialogProps) {
  const languages = useLanguages(team.id);
  const create = useCreateStyleRules(team.id);
  const [name, setName] = useState('');
  const [wish, setWish] = useState<string>();
  const targets = languages.data?.targets ?? [];
  const language = wish ?? (targets.find(({ instructions }) => instructions) ?? targets[0])?.code;
  const save = () => {
    if (language === undefined) return;
    create.mutate(
      { name, language },
      { onSuccess: ({ style_id }) => goTo(styleRulesAddress(team.id, style_id)) },
    );
  };
  return (
    <FormDialog
      title={t('Create a style rule list')}
      action={t('Create')}
      isReady={language !== undefined}
      change={create}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={t('Name')} hint={nameHint()} maxLength={200} required value={name} onChange={setName} />
      <QueryContent query={languages} loading={t('Loading languages')}>
        {() => (
          <Select
            label={t('For translations into')}
            choices={targets.map((target) => ({
              value: target.code,
              label: languageLabel(target.code, target.name),
            }))}
            value={language ?? ''}
            onChange={setWish}
          />
        )}
      </QueryContent>
    </FormDialog>
  );
}

export function RenameStyleRulesDialog({ team, list, onClose }: DialogProps & { list: NamedList }) {
  const rename = useRenameStyleRules(team.id, list);
  return (
    <NameDialog
      title={t('Rename a style rule list')}
      action={t('Rename')}
      name={list.name}
      hint={nameHint()}
      change={rename}
      onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface DeleteProps extends DialogProps {
  readonly list: NamedList;
  readonly instructions: number;
  readonly onDeleted: () => void;
}

export function DeleteStyleRulesDialog({ team, list, instructions, onDeleted, onClose }: DeleteProps) {
  const remove = useDeleteStyleRules(team.id, list);
  return (
    <FormDialog
      title={t('Delete {name}', { name: list.name })}
      action={t('Delete')}
      kind="bad"
      change={remove}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      words={t(
        "{instructions, plural, =0 {The list has no instructions.} one {# instruction is deleted with it.} other {# instructions are deleted with it.}} Calls that name the list are refused from then on. This can't be undone.",
        { instructions },
      )}
      onClose={onClose}
    />
  );
}
