import type { Glossary, Team } from '../../api/queries.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { NameDialog } from '../../components/name-dialog.tsx';
import { plural } from '../../lib/format.ts';
import { goTo } from '../../state/navigation.tsx';
import { glossaryAddress } from './glossary-address.ts';
import { useCreateGlossary, useDeleteGlossary, useRenameGlossary } from './glossary-queries.ts';

interface DialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

const nameHint = 'What its terms are about, such as: product terms.';

export function CreateGlossaryDialog({ team, onClose }: DialogProps) {
  const create = useCreateGlossary(team.id);
  const save = (name: string) =>
    create.mutate(name, { onSuccess: ({ id }) => goTo(glossaryAddress(team.id, id)) });
  return (
    <NameDialog
      title="Create a glossary"
      action="Create"
      hint={nameHint}
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
      title="Rename a glossary"
      action="Rename"
      name={glossary.name}
      hint={nameHint}
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
  const pairs = plural(glossary.dictionaries.length, { one: '# language pair', other: '# language pairs' });
  const terms = plural(entriesOf(glossary), { one: '# term', other: '# terms' });
  return (
    <FormDialog
      title={`Delete ${glossary.name}`}
      action="Delete"
      kind="bad"
      change={remove}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        Its {pairs} with {terms} and all their versions go with it. Calls that name it are refused from then
        on. This can't be undone.
      </p>
    </FormDialog>
  );
}

export function entriesOf({ dictionaries }: Glossary): number {
  return dictionaries.reduce((sum, { entry_count }) => sum + entry_count, 0);
}
