import { useState } from 'react';
import type { Key } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type KeyDialogProps, useRevokeKey } from './key-changes.ts';

const hourMs = 3_600_000;

export function RevokeKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey(team.id, subject.id);
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title="Revoke a key"
      action="Revoke"
      kind="bad"
      isReady={typed.trim() === subject.fingerprint}
      change={revoke}
      onSubmit={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {wasUsedLately(subject) && (
        <Notice kind="warn">
          This key was used <RelativeTime time={subject.last_used_at} />. An application still depends on it;
          rotate the key instead to change it without an interruption.
        </Notice>
      )}
      <p>
        From then on calls with this key are answered 401 <code>key_revoked</code>, on every node at once.
        This cannot be undone.
      </p>
      <Field
        label={`Type the fingerprint ${subject.fingerprint} to revoke "${subject.name}"`}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}

function wasUsedLately({ last_used_at: time }: Key): boolean {
  return time !== null && Date.now() - new Date(time).getTime() < hourMs;
}
