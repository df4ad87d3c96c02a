import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { answered, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select } from '../../components/field.tsx';
import { Failure } from '../../components/notice.tsx';
import { LinkOnce } from './link-once.tsx';

const roles = [
  { value: 'viewer', label: 'viewer: reads' },
  { value: 'member', label: 'member: also makes keys and uses the playground' },
  { value: 'owner', label: 'owner: everything' },
];

export function InviteDialog({ team, onClose }: { team: string; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      answered(
        client.POST('/api/teams/{team}/invitations', { params: { path: { team } }, body: { email, role } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations', team] }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      {invite.data !== undefined ? (
        <LinkOnce token={invite.data.token} hours={72} onClose={onClose} />
      ) : (
        <form className="stack" onSubmit={submit}>
          <Failure error={invite.error} />
          <Field
            label="E-mail address"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Select
            label="Role"
            choices={roles}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          />
          <div className="row">
            <Button kind="main" type="submit" disabled={invite.isPending}>
              Make the link
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
