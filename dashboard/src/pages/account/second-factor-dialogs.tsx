/** Dialogs of the authenticator app and the recovery codes. Each needs more than the session, so that an unattended page changes nothing. */
import { useState } from 'react';
import { answered, client } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { CodeField } from '../../components/code-field.tsx';
import { useFactorAnswer } from '../../components/factor-answer.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../lib/messages.ts';
import { QrCode } from './qr-code.tsx';
import { closeUnlessShown, RecoveryCodes } from './recovery-codes.tsx';
import { type OwnFactor, ProofDialog, useProof } from './use-proof.tsx';

export const refreshed = [['second-factor'], ['sessions']];

export interface FactorDialogProps {
  readonly factor: OwnFactor;
  readonly onClose: () => void;
}

/** Password and factor, then the QR code and a first code of the app, then the recovery codes if the factor was off. */
export function AddApp({ factor, onClose }: FactorDialogProps) {
  const [code, setCode] = useState('');
  const proof = useProof(factor);
  const begin = useChange(
    async (_: undefined) =>
      answered(client.POST('/api/me/second-factor/setup', { body: await proof.read() })),
    [],
  );
  const confirm = useChange(
    (_: undefined) => answered(client.POST('/api/me/second-factor', { body: { code } })),
    refreshed,
    { done: () => t('The authenticator app is added.'), isShownOnce: true },
  );
  const title = t('Add an authenticator app');
  if (confirm.data?.recovery_codes)
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />;
  if (begin.data === undefined)
    return (
      <ProofDialog title={title} action={t('Continue')} proof={proof} change={begin} onClose={onClose} />
    );
  const { uri, secret } = begin.data;
  return (
    <FormDialog
      key="confirm"
      title={title}
      action={t('Add the app')}
      isHeld
      change={confirm}
      onSubmit={() => confirm.mutate(undefined, { onSuccess: closeUnlessShown(onClose) })}
      words={t('Scan this with an authenticator app on your phone, then enter the code that the app shows.')}
      onClose={onClose}
    >
      <QrCode content={uri} label={t('QR code for your authenticator app')} />
      <p className="quiet small">{t('No camera? Enter this key in the app:')}</p>
      <code className="secret" data-testid="factor-secret">
        {secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
      </code>
      <CodeField isFirst value={code} onChange={setCode} />
      {!factor.isOn && <p className="quiet small">{t('Ends all your other sessions.')}</p>}
    </FormDialog>
  );
}

export function RemoveApp({ factor, isLast, onClose }: FactorDialogProps & { readonly isLast: boolean }) {
  const proof = useProof(factor);
  const turnOff = useChange(
    async (_: undefined) =>
      answered(client.POST('/api/me/second-factor/turn-off', { body: await proof.read() })),
    refreshed,
    { done: () => (isLast ? t('The second factor is off.') : t('The authenticator app is removed.')) },
  );
  return (
    <ProofDialog
      title={t('Remove the authenticator app')}
      action={t('Remove')}
      kind="bad"
      proof={proof}
      change={turnOff}
      onDone={onClose}
      words={
        isLast
          ? t(
              'You have no passkey, so the second factor is off afterwards, and the recovery codes stop working.',
            )
          : t('You then sign in with a passkey or a recovery code.')
      }
      onClose={onClose}
    />
  );
}

export function NewRecoveryCodes({ factor, onClose }: FactorDialogProps) {
  const answering = useFactorAnswer(factor);
  const renew = useChange(
    async (_: undefined) =>
      answered(client.POST('/api/me/second-factor/recovery-codes', { body: await answering.read() })),
    refreshed,
    { isShownOnce: true },
  );
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recovery_codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('New recovery codes')}
      action={t('Create the codes')}
      isHeld
      proof={answering}
      change={renew}
      words={t('The recovery codes that you have now stop working.')}
      onClose={onClose}
    />
  );
}
