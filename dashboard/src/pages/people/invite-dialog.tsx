import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Choices } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LinkDialog } from '../../components/link-dialog.tsx';
import { t } from '../../lib/messages.ts';

const roles = () =>
  [
    {
      value: 'translator',
      words: t('Translator: translates texts and their own documents, and sees nothing else of the team.'),
    },
    { value: 'viewer', words: t('Viewer: sees keys, usage, glossaries and people, and changes nothing.') },
    {
      value: 'member',
      words: t('Member: also translates, creates keys, and edits glossaries and style rules.'),
    },
    { value: 'owner', words: t('Owner: can do everything, also invite people and revoke keys.') },
  ] as const;

interface InviteDialogProps {
  readonly team: string;
  /** An operator for support invites nobody as an owner. */
  readonly isOwner: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ team, isOwner, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  // Also refreshed after a failure: an invitation whose link was lost with the connection is in the list, to be revoked.
  const invite = useChange(
    (_: undefined) =>
      answered(client.POST('/api/teams/{team}/invitations', { ...at({ team }), body: { email, role } })),
    [
      ['invitations', team],
      ['home', team],
    ],
    { isShownOnce: true },
  );
  const title = t('Invite a person');
  if (invite.data !== undefined) {
    return <LinkDialog title={title} token={invite.data.token} hours={72} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={title}
      action={t('Create the link')}
      isHeld
      change={invite}
      onSubmit={() => invite.mutate(undefined)}
      onClose={onClose}
    >
      <Field label={t('E-mail address')} type="email" required value={email} onChange={setEmail} />
      <Choices
        label={t('Role')}
        choices={roles().filter(({ value }) => isOwner || value !== 'owner')}
        value={role}
        onChange={setRole}
      />
    </FormDialog>
  );
}
