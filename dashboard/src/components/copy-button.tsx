import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly kind?: 'main';
  readonly onCopied?: () => void;
}

/** Confirms the copy, or reports that the browser denies access to the clipboard. */
export function CopyButton({ text, label = t('Copy'), kind, onCopied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(text);
    setIsCopied(done);
    if (!done) return showToast(t('Select the text and copy it'), 'bad');
    showToast(t('Copied'));
    onCopied?.();
  };
  return (
    <Button {...(kind && { kind })} icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
