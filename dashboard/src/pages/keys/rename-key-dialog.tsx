import { useState } from 'react';
import type { Key, Team } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useRenameKey } from './key-changes.ts';

export function RenameKeyDialog({
  team,
  subject,
  onClose,
}: {
  team: Team;
  subject: Key;
  onClose: () => void;
}) {
  const rename = useRenameKey(team.id, subject.id);
  const [name, setName] = useState(subject.name);
  return (
    <FormDialog
      title="Rename a key"
      action="Rename"
      change={rename}
      onSubmit={() => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        label="Name"
        maxLength={200}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
