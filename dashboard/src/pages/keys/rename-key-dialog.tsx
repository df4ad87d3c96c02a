import { NameDialog } from '../../components/name-dialog.tsx';
import { type KeyDialogProps, useRenameKey } from './key-changes.ts';

export function RenameKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const rename = useRenameKey(team.id, subject.id);
  return (
    <NameDialog
      title="Rename a key"
      action="Rename"
      name={subject.name}
      change={rename}
      onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
