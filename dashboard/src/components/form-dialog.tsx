import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

/** A dialog that explains an action, collects its input and can be cancelled. */
export function FormDialog({
  action,
  kind = 'main',
  isReady = true,
  isHeld = false,
  change,
  words,
  onClose,
  children,
  ...dialog
}: Omit<DialogProps, 'actions' | 'error' | 'children'> & {
  action: string;
  kind?: 'main' | 'bad';
  /** Whether the input is complete, beyond what the browser checks in the fields themselves. */
  isReady?: boolean;
  /** What the request makes is shown here and once: whoever closed the dialog while it is being made would never see it. */
  isHeld?: boolean;
  /** State of the request, if submitting sends one. */
  change?: { readonly error: Error | null; readonly isPending: boolean };
  /** What the action does, above its input. */
  words?: string;
  children?: ReactNode;
  onSubmit: () => void;
}) {
  const submit = (
    <Button kind={kind} type="submit" disabled={change?.isPending === true || !isReady}>
      {action}
    </Button>
  );
  const close = () => {
    if (!isHeld || change?.isPending !== true) onClose();
  };
  return (
    <Dialog error={change?.error ?? null} actions={submit} onClose={close} {...dialog}>
      {words !== undefined && <p>{words}</p>}
      {children}
    </Dialog>
  );
}
