import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operated-team.ts';
import { NameDialog } from '../../../components/name-dialog.tsx';
import { t } from '../../../lib/messages.ts';
import { useRenameTeam } from './team-changes.ts';

export function RenameTeamDialog({ team, onClose }: { team: OperatedTeam; onClose: () => void }) {
  const rename = useRenameTeam(team.id);
  // The name at the opening of the dialog, so that another operator's new name is not replaced unseen. Once the
  // server has refused and told the new name, saving again replaces that one.
  const [seen, setSeen] = useState<string | undefined>(team.name);
  const save = (name: string) =>
    rename.mutate(
      { name, previous_name: seen ?? team.name },
      { onSuccess: onClose, onError: () => setSeen(undefined) },
    );
  return (
    <NameDialog
      title={t('Rename a team')}
      action={t('Rename')}
      name={team.name}
      hint={t('Its people see the new name on their next page. Its id, keys and limits stay as they are.')}
      change={rename}
      onSave={save}
      onClose={onClose}
    />
  );
}
