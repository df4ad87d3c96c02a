import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operated-team.ts';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import { useResume, useSuspend } from './team-changes.ts';

/** Suspends or resumes a team: explains the immediate effect, and asks for the reason and the team's name. */
export function SuspensionDialog({ team, onClose }: { team: OperatedTeam; onClose: () => void }) {
  // State at the opening of the dialog: the team may change while the user reads.
  const [{ suspended, name }] = useState(team);
  const suspend = useSuspend(team.id);
  const resume = useResume(team.id);
  const isSuspending = suspended === null;
  const change = isSuspending ? suspend : resume;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={isSuspending ? t('Suspend "{name}"', { name }) : t('Resume "{name}"', { name })}
      action={isSuspending ? t('Suspend') : t('Resume')}
      kind={isSuspending ? 'bad' : 'main'}
      isReady={asShown(typed) === asShown(name)}
      change={change}
      onSubmit={() => change.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isSuspending ? <WhatSuspendingDoes team={team} /> : <WhatResumingDoes team={team} />}
      <Field
        label={t('Reason')}
        hint={
          isSuspending
            ? t('The people of the team see it on every page, and it is in the audit log.')
            : t('For the audit log.')
        }
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
      <Field
        label={
          isSuspending
            ? t('Type the name of the team to suspend it: {name}', { name })
            : t('Type the name of the team to resume it: {name}', { name })
        }
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}

function WhatSuspendingDoes({ team }: { team: OperatedTeam }) {
  return (
    <>
      <Notice kind="warn">
        <Message
          text="At once and on every node, calls with {keys, plural, one {its one key} other {its # keys}} are answered 403 <code>forbidden</code>."
          values={{ keys: team.active_keys }}
        />
      </Notice>
      <p>
        {t(
          'Its people still sign in and read, but change nothing. Nothing is deleted; quota, credit and keys stay as they are until the team is resumed.',
        )}
      </p>
    </>
  );
}

function WhatResumingDoes({ team }: { team: OperatedTeam }) {
  return (
    <p>
      {t(
        'Calls with {keys, plural, one {its one key} other {its # keys}} are answered again, at once and on every node, and its people can change things again.',
        { keys: team.active_keys },
      )}
    </p>
  );
}

/** Browsers render any run of whitespace as one space. */
function asShown(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}
