import { useState } from 'react';
import type { Key } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { type KeyDialogProps, useRevokeKey } from './key-changes.ts';

const hourMs = 3_600_000;

export function RevokeKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey(team.id, subject);
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={t('Revoke a key')}
      action={t('Revoke')}
      kind="bad"
      isReady={typed.trim() === subject.fingerprint}
      change={revoke}
      onSubmit={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {wasUsedLately(subject) && (
        <Notice kind="warn">
          <Message
            text="This key was used {relativeTime}. An application still depends on it; rotate the key instead to change it without an interruption."
            values={{ relativeTime: <RelativeTime time={subject.last_used_at} /> }}
          />
        </Notice>
      )}
      <p>
        <Message text="From then on calls with this key are answered 401 <code>key_revoked</code>, on every node at once. This cannot be undone." />
      </p>
      <Field
        label={t('Type the fingerprint {fingerprint} to revoke "{subject}"', {
          fingerprint: subject.fingerprint,
          subject: subject.name,
        })}
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
