import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operated-team.ts';
import { Choices } from '../../../components/choices.tsx';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { newId } from '../../../lib/new-id.ts';
import { useGiveCredit } from './team-changes.ts';

const directions = () => [
  { value: 1, words: t('add') },
  { value: -1, words: t('take back') },
];

export function CreditDialog({ team, onClose }: { team: OperatedTeam; onClose: () => void }) {
  const give = useGiveCredit(team.id);
  const [direction, setDirection] = useState(1);
  const [characters, setCharacters] = useState('');
  const [reason, setReason] = useState('');
  // Idempotency key: a double click, or a retry after a lost response, is booked once.
  const [entry] = useState(newId);
  const change = direction * Number(characters);
  const most = direction > 0 ? Number.MAX_SAFE_INTEGER - team.credit_left : team.credit_left;
  return (
    <FormDialog
      title={t('Credit of "{team}"', { team: team.name })}
      action={direction > 0 ? t('Add the credit') : t('Take the credit back')}
      change={give}
      onSubmit={() => give.mutate({ characters: change, reason, entry }, { onSuccess: onClose })}
      words={t(
        'Prepaid characters, which do not expire and are used when the quota is gone. A change counts for the very next call.',
      )}
      onClose={onClose}
    >
      <Choices label={t('What to do')} choices={directions()} value={direction} onChange={setDirection} />
      <NumberField
        label={t('Characters')}
        hint={t('The team has {creditLeft} now, and {afterwards} afterwards.', {
          creditLeft: formatNumber(team.credit_left),
          afterwards: formatNumber(team.credit_left + change),
        })}
        least={1}
        most={most}
        required
        value={characters}
        onChange={setCharacters}
      />
      <Field
        label={t('Reason')}
        hint={t('For the books and the audit log, such as an invoice.')}
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
