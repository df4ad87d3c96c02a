import { useState } from 'react';
import type { Glossary, Team } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatCount } from '../../lib/format.ts';
import { goTo } from '../../state/navigation.tsx';
import { glossaryAddress } from './glossary-address.ts';
import { useCreateGlossary, useDeleteGlossary, useRenameGlossary } from './glossary-queries.ts';

interface DialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

export function CreateGlossaryDialog({ team, onClose }: DialogProps) {
  const create = useCreateGlossary(team.id);
  const save = (name: string) =>
    create.mutate(name, { onSuccess: ({ id }) => goTo(glossaryAddress(team.id, id)) });
  return (
    <NameDialog title="Create a glossary" action="Create" change={create} onSave={save} onClose={onClose} />
  );
}

export function RenameGlossaryDialog({ team, glossary, onClose }: DialogProps & { glossary: Glossary }) {
  const rename = useRenameGlossary(team.id, glossary);
  return (
    <NameDialog
      title="Rename a glossary"
      action="Rename"
      name={glossary.name}
      change={rename}
      onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function NameDialog({
  title,
  action,
  name: firstName = '',
  change,
  onSave,
  onClose,
}: {
  title: string;
  action: string;
  name?: string;
  change: { readonly error: Error | null; readonly isPending: boolean };
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(firstName);
  return (
    <FormDialog title={title} action={action} change={change} onSubmit={() => onSave(name)} onClose={onClose}>
      <Field
        label="Name"
        hint="What its terms are about, such as: product terms."
        maxLength={200}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

export function DeleteGlossaryDialog({
  team,
  glossary,
  onDeleted,
  onClose,
}: DialogProps & { glossary: Glossary; onDeleted: () => void }) {
  const remove = useDeleteGlossary(team.id, glossary);
  const pairs = formatCount(glossary.dictionaries.length, 'language pair');
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
        Its {pairs} with {formatCount(entriesOf(glossary), 'term')} and all their versions go with it. Calls
        that name it are refused from then on. This can't be undone.
      </p>
    </FormDialog>
  );
}

export function entriesOf({ dictionaries }: Glossary): number {
  return dictionaries.reduce((sum, { entry_count }) => sum + entry_count, 0);
}
