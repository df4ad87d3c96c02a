import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './notice.tsx';

/** Says what is about to happen, and lets one think again. */
export function ConfirmDialog({
  title,
  action,
  kind = 'bad',
  change,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  kind?: 'bad' | 'main';
  change: { readonly error: Error | null; readonly isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Failure error={change.error} />
      {children}
      <div className="row">
        <Button kind={kind} disabled={change.isPending} onClick={onConfirm}>
          {action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
