import { NameDialog } from '../../components/name-dialog.tsx';
import { t } from '../../lib/messages.ts';
import { type KeyDialogProps, useChangeKey } from './key-changes.ts';

export function RenameKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const rename = useChangeKey(team.id, subject.id);
  return (
    <NameDialog
      title={t('Rename a key')}
      action={t('Rename')}
      name={subject.name}
      change={rename}
      onSave={(name) => rename.mutate({ name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
