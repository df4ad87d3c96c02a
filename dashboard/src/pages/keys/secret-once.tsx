import { CopyButton } from '../../components/copy-button.tsx';

/** A key in plain text, which cannot be shown again. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <>
      <p>This is the only time that the key is shown. Store it now; Dragoman keeps only its SHA-256.</p>
      <code className="secret" data-testid="secret">
        {secret}
      </code>
    </>
  );
}

export function CopySecret({ secret }: { secret: string }) {
  return <CopyButton text={secret} label="Copy the key" kind="main" />;
}
