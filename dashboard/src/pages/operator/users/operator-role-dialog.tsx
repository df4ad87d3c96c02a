import { useState } from 'react';
import { answered, at, client } from '../../../api/client.ts';
import type { AnyUser } from '../../../api/operator-queries.ts';
import type { OperatorRole } from '../../../api/queries.ts';
import { useChange } from '../../../api/use-change.ts';
import { Choices } from '../../../components/choices.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { operatorRoleChoices } from '../../../components/operator-role-words.ts';
import { t } from '../../../lib/messages.ts';

/** Makes a user an operator, changes the role, or takes it away. */
export function OperatorRoleDialog({ user, onClose }: { user: AnyUser; onClose: () => void }) {
  const { id, email, operator_role: seen } = user;
  const [role, setRole] = useState<OperatorRole | 'none'>(seen ?? 'none');
  const change = useChange(
    (wanted: OperatorRole | null) =>
      answered(
        client.PUT('/api/operator/users/{id}/operator-role', {
          ...at({ id }),
          body: { role: wanted, previous_role: seen },
        }),
      ),
    [['operator', 'users'], ['me']],
    { done: () => t('The role of {email} is changed.', { email }) },
  );
  return (
    <FormDialog
      title={t('Operator role of {email}', { email })}
      action={t('Save')}
      isReady={role !== (seen ?? 'none')}
      change={change}
      onSubmit={() => change.mutate(role === 'none' ? null : role, { onSuccess: onClose })}
      words={t(
        'Operators look after the whole installation. The role counts at once, also where the person is signed in now; roles in teams stay as they are.',
      )}
      onClose={onClose}
    >
      <Choices label={t('Role')} choices={operatorRoleChoices()} value={role} onChange={setRole} />
    </FormDialog>
  );
}
