import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operator-queries.ts';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { plural } from '../../../lib/format.ts';
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
      title={isSuspending ? `Suspend "${name}"` : `Resume "${name}"`}
      action={isSuspending ? 'Suspend' : 'Resume'}
      kind={isSuspending ? 'bad' : 'main'}
      isReady={asShown(typed) === asShown(name)}
      change={change}
      onSubmit={() => change.mutate({ reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isSuspending ? <WhatSuspendingDoes team={team} /> : <WhatResumingDoes team={team} />}
      <Field
        label="Reason"
        hint={
          isSuspending
            ? 'The people of the team see it on every page, and it is in the audit log.'
            : 'For the audit log.'
        }
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
      <Field
        label={
          isSuspending
            ? `Type the name of the team to suspend it: ${name}`
            : `Type the name of the team to resume it: ${name}`
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
        At once and on every node, calls with {keysOf(team)} are answered 403 <code>forbidden</code>.
      </Notice>
      <p>
        Its people still sign in and read, but change nothing. Nothing is deleted; quota, credit and keys stay
        as they are until the team is resumed.
      </p>
    </>
  );
}

function WhatResumingDoes({ team }: { team: OperatedTeam }) {
  return (
    <p>
      Calls with {keysOf(team)} are answered again, at once and on every node, and its people can change
      things again.
    </p>
  );
}

function keysOf({ active_keys }: OperatedTeam): string {
  return plural(active_keys, { one: 'its one key', other: 'its # keys' });
}

/** Browsers render any run of whitespace as one space. */
function asShown(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}
