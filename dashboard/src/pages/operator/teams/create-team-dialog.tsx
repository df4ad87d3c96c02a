import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { Failure } from '../../../components/notice.tsx';
import { goTo } from '../../../navigation.tsx';
import { addressOfTeam } from './addresses.ts';
import { useCreateTeam } from './team-changes.ts';

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTeam();
  const [name, setName] = useState('');
  const [quota, setQuota] = useState('1000000');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = ({ id }: { id: string }) => goTo(addressOfTeam(id));
    create.mutate({ name, monthly_quota: Number(quota) }, { onSuccess });
  };
  return (
    <Dialog title="Create a team" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={create.error} />
        <Field
          label="Name"
          hint="As its people know it, such as: Harbour Trading."
          maxLength={200}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Monthly quota"
          hint="Characters in a calendar month (UTC). It can be changed at any time."
          type="number"
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          step={1}
          required
          value={quota}
          onChange={(event) => setQuota(event.target.value)}
        />
        <div className="row">
          <Button kind="main" type="submit" disabled={create.isPending}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
