import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/notice.tsx';

/** For what takes something away from somebody. */
export function ConfirmDialog({
  title,
  word,
  error,
  isPending,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** What the button says. */
  word: string;
  error: Error | null;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Failure error={error} />
      <p>{children}</p>
      <div className="row">
        <Button kind="bad" disabled={isPending} onClick={onConfirm}>
          {word}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
