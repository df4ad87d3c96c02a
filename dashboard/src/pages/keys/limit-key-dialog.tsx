import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { KeyLimitFields } from '../../components/keys/key-limit-fields.tsx';
import { changedLimits, textsOf } from '../../components/keys/key-limit-values.ts';
import { t } from '../../lib/messages.ts';
import { type KeyDialogProps, useChangeKey } from './key-changes.ts';

export function LimitKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const change = useChangeKey(team.id, subject.id);
  // As it was when the dialog opened: what others change meanwhile is not sent.
  const [before] = useState(() => textsOf(subject));
  const [texts, setTexts] = useState(before);
  const changes = changedLimits(texts, before);
  return (
    <FormDialog
      title={t('Limits of "{name}"', { name: subject.name })}
      isWide
      action={t('Save')}
      isReady={Object.keys(changes).length > 0}
      change={change}
      onSubmit={() => change.mutate(changes, { onSuccess: onClose })}
      words={t('Below those of the team. The end and the budget count at once, the others within seconds.')}
      onClose={onClose}
    >
      <KeyLimitFields team={team.id} texts={texts} onChange={setTexts} mayEnd={team.role === 'owner'} />
    </FormDialog>
  );
}
