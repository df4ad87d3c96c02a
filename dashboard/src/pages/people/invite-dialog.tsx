import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { t } from '../../lib/messages.ts';
import { LinkDialog } from './link-dialog.tsx';

const roles = () =>
  [
    { value: 'viewer', label: t('viewer: can read') },
    { value: 'member', label: t('member: can also create keys and use the playground') },
    { value: 'owner', label: t('owner: can do everything') },
  ] as const;

export function InviteDialog({ team, onClose }: { team: string; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      answered(client.POST('/api/teams/{team}/invitations', { ...at({ team }), body: { email, role } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations', team] }),
  });
  const title = t('Invite a person');
  if (invite.data !== undefined) {
    return <LinkDialog title={title} token={invite.data.token} hours={72} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={title}
      action={t('Create the link')}
      change={invite}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <Field label={t('E-mail address')} type="email" required value={email} onChange={setEmail} />
      <Select label={t('Role')} choices={roles()} value={role} onChange={setRole} />
    </FormDialog>
  );
}
