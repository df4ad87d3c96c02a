import type { Glossary, Team } from '../../api/queries.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { NameDialog } from '../../components/name-dialog.tsx';
import { t } from '../../lib/messages.ts';
import { goTo } from '../../state/navigation.tsx';
import { glossaryAddress } from './glossary-address.ts';
import { useCreateGlossary, useDeleteGlossary, useRenameGlossary } from './glossary-queries.ts';

interface DialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

const nameHint = () => t('What its terms are about, such as: product terms.');

export function CreateGlossaryDialog({ team, onClose }: DialogProps) {
  const create = useCreateGlossary(team.id);
  const save = (name: string) =>
    create.mutate(name, { onSuccess: ({ id }) => goTo(glossaryAddress(team.id, id)) });
  return (
    <NameDialog
      title={t('Create a glossary')}
      action={t('Create')}
      hint={nameHint()}
      change={create}
      onSave={save}
      onClose={onClose}
    />
  );
}

export function RenameGlossaryDialog({ team, glossary, onClose }: DialogProps & { glossary: Glossary }) {
  const rename = useRenameGlossary(team.id, glossary);
  return (
    <NameDialog
      title={t('Rename a glossary')}
      action={t('Rename')}
      name={glossary.name}
      hint={nameHint()}
      change={rename}
      onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function DeleteGlossaryDialog({
  team,
  glossary,
  onDeleted,
  onClose,
}: DialogProps & { glossary: Glossary; onDeleted: () => void }) {
  const remove = useDeleteGlossary(team.id, glossary);
  return (
    <FormDialog
      title={t('Delete {name}', { name: glossary.name })}
      action={t('Delete')}
      kind="bad"
      change={remove}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      words={t(
        "Its {pairs, plural, one {# language pair} other {# language pairs}} with {terms, plural, one {# term} other {# terms}} and all their versions go with it. Calls that name it are refused from then on. This can't be undone.",
        { pairs: glossary.dictionaries.length, terms: entriesOf(glossary) },
      )}
      onClose={onClose}
    />
  );
}

export function entriesOf({ dictionaries }: Glossary): number {
  return dictionaries.reduce((sum, { entry_count }) => sum + entry_count, 0);
}
