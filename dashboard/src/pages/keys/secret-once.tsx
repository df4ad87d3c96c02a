import { CopyButton } from '../../components/copy-button.tsx';
import { t } from '../../lib/messages.ts';

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

export function CopySecret({ secret }: { secret: string }) {
  return <CopyButton text={secret} label={t('Copy the key')} kind="main" />;
}
