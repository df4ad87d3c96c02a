import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

/** A key in plain text, which cannot be shown again. `children` are the actions after the user stored it. */
export function SecretOnce({ secret, children }: { secret: string; children: ReactNode }) {
  return (
    <>
      <p>This is the only time that the key is shown. Store it now; Dragoman keeps only its SHA-256.</p>
      <code className="secret" data-testid="secret">
        {secret}
      </code>
      <div className="row">
        <CopyButton text={secret} label="Copy the key" kind="main" />
        {children}
      </div>
    </>
  );
}
