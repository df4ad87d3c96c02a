import { useState } from 'react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';

/** A key in plain text, which cannot be shown again. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <>
      <p>
        {t('This is the only time that the key is shown. Store it now; Dragoman keeps only its SHA-256.')}
      </p>
      <code className="secret" data-testid="secret">
        {secret}
      </code>
    </>
  );
}

export function CopySecret({ secret, onCopied }: { secret: string; onCopied: () => void }) {
  return <CopyButton text={secret} label={t('Copy the key')} kind="main" onCopied={onCopied} />;
}

/** Asks before a dialog closes over a key that was not copied; `isShown` while the dialog shows one. */
export function useUncopiedKey(isShown: boolean, onClose: () => void) {
  const [isCopied, setIsCopied] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const question = isShown && isAsking && !isCopied && (
    <Notice kind="bad">
      <p>{t('You have not copied this key. It cannot be shown again.')}</p>
      <Button onClick={onClose}>{t('Close without copying')}</Button>
    </Notice>
  );
  return {
    question,
    onCopied: () => setIsCopied(true),
    close: () => (isShown && !isCopied ? setIsAsking(true) : onClose()),
  };
}
