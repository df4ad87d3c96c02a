import { type SubmitEvent, useState } from 'react';
import type { Key, Team } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useRevokeKey } from './key-changes.ts';

const hourMs = 3_600_000;

export function RevokeKeyDialog({
  team,
  subject,
  onClose,
}: {
  team: Team;
  subject: Key;
  onClose: () => void;
}) {
  const revoke = useRevokeKey(team.id, subject.id);
  const [typed, setTyped] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    revoke.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Dialog title="Revoke a key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={revoke.error} />
        {wasUsedLately(subject) && (
          <Notice kind="warn">
            This key was used <RelativeTime time={subject.last_used_at} />. An application still depends on
            it; rotate the key instead to change it without an interruption.
          </Notice>
        )}
        <p>
          From then on calls with this key are answered 401 <code>key_revoked</code>, on every node at once.
          This can not be undone.
        </p>
        <Field
          label={`Type the fingerprint ${subject.fingerprint} to revoke "${subject.name}"`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="row">
          <Button
            kind="bad"
            type="submit"
            disabled={revoke.isPending || typed.trim() !== subject.fingerprint}
          >
            Revoke
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function wasUsedLately({ last_used_at: time }: Key): boolean {
  return time !== null && Date.now() - new Date(time).getTime() < hourMs;
}
