import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './notice.tsx';

/** Says what is about to happen, asks for what it needs, and lets one think again. */
export function FormDialog({
  title,
  action,
  kind = 'main',
  isReady = true,
  change,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  action: string;
  kind?: 'main' | 'bad';
  /** Whether all that is asked for is there; what the fields themselves require, the browser asks for. */
  isReady?: boolean;
  /** What the server makes of it, where it is asked. */
  change?: { readonly error: Error | null; readonly isPending: boolean };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={change?.error ?? null} />
        {children}
        <div className="row">
          <Button kind={kind} type="submit" disabled={change?.isPending === true || !isReady}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
