import { useEffect, useState } from 'react';
import { t } from '../lib/messages.ts';
import { holdNavigation, releaseNavigation } from '../state/leave.ts';
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

const notCopied = {
  key: () => t('You have not copied this key. It cannot be shown again.'),
  secret: () => t('You have not copied this secret. It cannot be shown again.'),
  link: () => t('You have not copied this link. It cannot be shown again.'),
  'recovery codes': () => t('You have not copied these codes. They cannot be shown again.'),
};

/**
 * Asks before a secret that was not copied is lost: by closing its dialog, by "back", by a link or by closing the tab.
 * `isShown` while the dialog shows one.
 */
export function useUncopied(kind: keyof typeof notCopied, isShown: boolean, onClose: () => void) {
  const [isCopied, setIsCopied] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [go, setGo] = useState<() => void>();
  const isAtRisk = isShown && !isCopied;
  useEffect(() => {
    if (!isAtRisk) return undefined;
    return holdNavigation((next) => {
      setGo(() => next);
      setIsAsking(true);
    });
  }, [isAtRisk]);
  const lose = () => {
    releaseNavigation();
    onClose();
    go?.();
  };
  const question = isAtRisk && isAsking && (
    <Notice kind="bad">
      <p>{notCopied[kind]()}</p>
      <Button onClick={lose}>{t('Close without copying')}</Button>
    </Notice>
  );
  return {
    question,
    isCopied,
    onCopied: () => setIsCopied(true),
    close: () => (isAtRisk ? setIsAsking(true) : onClose()),
  };
}
