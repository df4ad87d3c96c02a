import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

/** A key's plain form, which nobody can show again. `children`: what is to be done once it is stored. */
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
