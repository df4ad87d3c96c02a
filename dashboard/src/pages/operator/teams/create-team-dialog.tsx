import { useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { t } from '../../../lib/messages.ts';
import { goTo } from '../../../state/navigation.tsx';
import { addressOfTeam } from './addresses.ts';
import { useCreateTeam } from './team-changes.ts';

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTeam();
  const [name, setName] = useState('');
  const [quota, setQuota] = useState('1000000');
  const submit = () => {
    const onSuccess = ({ id }: { id: string }) => goTo(addressOfTeam(id));
    create.mutate({ name, monthly_quota: Number(quota) }, { onSuccess });
  };
  return (
    <FormDialog
      title={t('Create a team')}
      action={t('Create')}
      change={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        hint={t('As its people know it, such as: Harbour Trading.')}
        maxLength={200}
        required
        value={name}
        onChange={setName}
      />
      <NumberField
        label={t('Monthly quota')}
        hint={t('Characters in a calendar month (UTC). It can be changed at any time.')}
        least={0}
        required
        value={quota}
        onChange={setQuota}
      />
    </FormDialog>
  );
}
