import { useState } from 'react';
import { type CustomInstruction, type StyleRuleList, type Team, useLanguages } from '../../api/queries.ts';
import { Field, TextArea } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { languageName } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { useDeleteInstruction, useSaveInstruction } from './style-rule-queries.ts';
import { sourceChoices } from './style-rule-words.ts';

interface DialogProps {
  readonly team: Team;
  readonly list: StyleRuleList;
  readonly onClose: () => void;
}

/** Adds an instruction, or changes the one that is given. */
export function InstructionDialog({
  team,
  list,
  instruction,
  onClose,
}: DialogProps & { instruction?: CustomInstruction | undefined }) {
  const languages = useLanguages(team.id);
  const save = useSaveInstruction(team.id, list, instruction?.id);
  const [label, setLabel] = useState(instruction?.label ?? '');
  const [prompt, setPrompt] = useState(instruction?.prompt ?? '');
  const [source, setSource] = useState(instruction?.source_language?.toUpperCase() ?? '');
  const isNew = instruction === undefined;
  return (
    <FormDialog
      title={isNew ? t('Add an instruction') : t('Change an instruction')}
      action={isNew ? t('Add') : t('Save')}
      change={save}
      onSubmit={() =>
        save.mutate(
          { label, prompt, ...(source !== '' && { source_language: source }) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Field
        label={t('Label')}
        hint={t('Its name in this list and in the audit log. Engines do not get it.')}
        maxLength={100}
        required
        value={label}
        onChange={setLabel}
      />
      <TextArea
        label={t('Instruction')}
        hint={t('What to do, in plain words. Up to 300 characters.')}
        rows={4}
        maxLength={300}
        required
        placeholder={t('Put the currency symbol before the number.')}
        value={prompt}
        onChange={setPrompt}
      />
      <Select
        label={t('Applies to texts in')}
        choices={[
          { value: '', label: t('Every language') },
          ...sourceChoices(languages.data?.targets ?? [], list.language, source, languageName),
        ]}
        value={source}
        onChange={setSource}
      />
    </FormDialog>
  );
}

export function DeleteInstructionDialog({
  team,
  list,
  instruction,
  onClose,
}: DialogProps & { instruction: CustomInstruction }) {
  const remove = useDeleteInstruction(team.id, list, instruction);
  return (
    <FormDialog
      title={t('Delete {name}', { name: instruction.label })}
      action={t('Delete')}
      kind="bad"
      change={remove}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
      words={t("Translations no longer follow it from the next call on. This can't be undone.")}
      onClose={onClose}
    />
  );
}
