import { type SubmitEvent, useState } from 'react';
import type { OperatedTeam } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { Failure } from '../../../components/notice.tsx';
import { formatNumber } from '../../../format.ts';
import { useGiveCredit } from './team-changes.ts';

const directions = [
  { sign: 1, words: 'add', button: 'Add the credit' },
  { sign: -1, words: 'take back', button: 'Take the credit back' },
] as const;

export function CreditDialog({ team, onClose }: { team: OperatedTeam; onClose: () => void }) {
  const give = useGiveCredit(team.id);
  const [direction, setDirection] = useState<(typeof directions)[number]>(directions[0]);
  const [characters, setCharacters] = useState('');
  const [reason, setReason] = useState('');
  const change = direction.sign * Number(characters);
  const most = direction.sign > 0 ? Number.MAX_SAFE_INTEGER - team.credit_left : team.credit_left;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    give.mutate({ characters: change, reason }, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Credit of "${team.name}"`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={give.error} />
        <p>
          Prepaid characters, which do not expire and are used when the quota is gone. A change counts for the
          very next call.
        </p>
        <fieldset className="choices">
          <legend className="label">What to do</legend>
          {directions.map((one) => (
            <label key={one.words}>
              <input
                type="radio"
                name="direction"
                checked={direction === one}
                onChange={() => setDirection(one)}
              />
              {one.words}
            </label>
          ))}
        </fieldset>
        <Field
          label="Characters"
          hint={`The team has ${formatNumber(team.credit_left)}, then ${formatNumber(team.credit_left + change)}.`}
          type="number"
          min={1}
          max={most}
          step={1}
          required
          value={characters}
          onChange={(event) => setCharacters(event.target.value)}
        />
        <Field
          label="Reason"
          hint="For the books and the audit log, such as an invoice."
          maxLength={500}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="row">
          <Button kind="main" type="submit" disabled={give.isPending}>
            {direction.button}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
