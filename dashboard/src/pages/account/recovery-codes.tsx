import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useUncopied } from '../../components/secret-once.tsx';
import { t } from '../../lib/messages.ts';

/** Shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const uncopied = useUncopied('recovery codes', true, onClose);
  return (
    <Dialog
      title={t('Recovery codes')}
      actions={
        <CopyButton text={text} label={t('Copy the codes')} kind="main" onCopied={uncopied.onCopied} />
      }
      cancel={t('Done')}
      onClose={uncopied.close}
    >
      <p>
        {t(
          'With one of these codes you sign in without your phone or passkey. Each works once. Store them now, in another place than the device: they are not shown again.',
        )}
      </p>
      <code className="secret recovery-codes" data-testid="recovery-codes">
        {text}
      </code>
      {uncopied.question}
    </Dialog>
  );
}

/** After adding something to the factor: there are new codes only if it was off before. */
export function closeUnlessShown(onClose: () => void) {
  return ({ recovery_codes }: { readonly recovery_codes: readonly string[] | null }) => {
    if (recovery_codes === null) onClose();
  };
}
