/** Adding and removing a passkey. Both need more than the session, so that an unattended page changes nothing. */
import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { makePasskey } from '../../api/passkeys.ts';
import { useChange } from '../../api/use-change.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { browserName } from '../../lib/browser-name.ts';
import { t } from '../../lib/messages.ts';
import { useLeaveSignal } from '../../state/leave-signal.ts';
import { closeUnlessShown, RecoveryCodes } from './recovery-codes.tsx';
import { type FactorDialogProps, refreshed } from './second-factor-dialogs.tsx';
import { ProofDialog, useProof } from './use-proof.tsx';

/** Password and factor, then the name and the browser's own dialog, then the recovery codes if the factor was off. */
export function AddPasskey({ factor, onClose }: FactorDialogProps) {
  const [name, setName] = useState(() => browserName(navigator.userAgent).slice(0, 100));
  const [isMade, setIsMade] = useState(false);
  const proof = useProof(factor);
  const signal = useLeaveSignal();
  const begin = useChange(
    async (_: undefined) =>
      answered(client.POST('/api/me/second-factor/passkeys/setup', { body: await proof.read() })),
    [],
  );
  const add = useChange(
    async (creation: NonNullable<typeof begin.data>) => {
      setIsMade(false);
      const passkey = await makePasskey(creation, signal());
      setIsMade(true);
      return answered(client.POST('/api/me/second-factor/passkeys', { body: { name, passkey } }));
    },
    refreshed,
    { done: () => t('The passkey is added.'), isShownOnce: true },
  );
  const title = t('Add a passkey');
  if (add.data?.recovery_codes) return <RecoveryCodes codes={add.data.recovery_codes} onClose={onClose} />;
  const creation = begin.data;
  if (creation === undefined)
    return (
      <ProofDialog title={title} action={t('Continue')} proof={proof} change={begin} onClose={onClose} />
    );
  return (
    <FormDialog
      key="create"
      title={title}
      action={t('Create the passkey')}
      isHeld={isMade}
      change={add}
      onSubmit={() => add.mutate(creation, { onSuccess: closeUnlessShown(onClose) })}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        hint={t('So that you recognise the device or the security key later.')}
        maxLength={100}
        required
        value={name}
        onChange={setName}
      />
      <p className="quiet">
        {t('Your browser then asks where to keep the passkey, and for your fingerprint, face or PIN.')}
      </p>
      {!factor.isOn && <p className="quiet small">{t('Ends all your other sessions.')}</p>}
    </FormDialog>
  );
}

interface RemovePasskeyProps extends FactorDialogProps {
  readonly passkey: { readonly id: string; readonly name: string };
  /** Nothing else is left that the factor could ask for. */
  readonly isLast: boolean;
}

export function RemovePasskey({ passkey: { id, name }, factor, isLast, onClose }: RemovePasskeyProps) {
  const proof = useProof(factor);
  const remove = useChange(
    async (_: undefined) => {
      const body = await proof.read();
      return answered(client.POST('/api/me/second-factor/passkeys/{id}/remove', { ...at({ id }), body }));
    },
    refreshed,
    { done: () => (isLast ? t('The second factor is off.') : t('The passkey is removed.')) },
  );
  return (
    <ProofDialog
      title={t('Remove the passkey "{name}"', { name })}
      action={t('Remove')}
      kind="bad"
      proof={proof}
      change={remove}
      onDone={onClose}
      words={
        isLast
          ? t(
              'It is your last one, so the second factor is off afterwards, and the recovery codes stop working.',
            )
          : t('You can no longer sign in with it. Also delete it on the device.')
      }
      onClose={onClose}
    />
  );
}
