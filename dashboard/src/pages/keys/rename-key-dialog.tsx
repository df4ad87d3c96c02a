import { type SubmitEvent, useState } from 'react';
import type { Key, Team } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Failure } from '../../components/notice.tsx';
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    rename.mutate(name, { onSuccess: onClose });
  };
  return (
    <Dialog title="Rename a key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={rename.error} />
        <Field
          label="Name"
          maxLength={200}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="row">
          <Button kind="main" type="submit" disabled={rename.isPending}>
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
