import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operator-queries.ts';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../lib/format.ts';
import { useResume, useSuspend } from './team-changes.ts';

/** Suspends or resumes a team: explains the immediate effect, and asks for the reason and the team's name. */
export function SuspensionDialog({ team, onClose }: { team: OperatedTeam; onClose: () => void }) {
  // State at the opening of the dialog: the team may change while the user reads.
  const [{ suspended, name }] = useState(team);
  const suspend = useSuspend(team.id);
  const resume = useResume(team.id);
  const isSuspending = suspended === null;
  const change = isSuspending ? suspend : resume;
  const verb = isSuspending ? 'Suspend' : 'Resume';
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={`${verb} "${name}"`}
      action={verb}
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
        onChange={(event) => setReason(event.target.value)}
      />
      <Field
        label={`Type the name of the team to ${verb.toLowerCase()} it: ${name}`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

function WhatSuspendingDoes({ team }: { team: OperatedTeam }) {
  return (
    <>
      <Notice kind="warn">
        At once and on every node, calls with{' '}
        {team.active_keys === 1 ? 'its one key' : `its ${formatCount(team.active_keys, 'key')}`} are answered
        403 <code>forbidden</code>.
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
      Calls with its {formatCount(team.active_keys, 'key')} are answered again, at once and on every node, and
      its people can change things again.
    </p>
  );
}

/** Browsers render any run of whitespace as one space. */
function asShown(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}
