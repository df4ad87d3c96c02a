import { useState } from 'react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';

/** Confirms the copy, or reports that the browser denies access to the clipboard. */
export function CopyButton({
  text,
  label = t('Copy'),
  kind,
}: {
  text: string;
  label?: string;
  kind?: 'main';
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const words = { idle: label, copied: t('Copied'), failed: t('Select the text and copy it') };
  return (
    <Button {...(kind && { kind })} onClick={() => void copy()}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}
