import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './notice.tsx';

/** A dialog that explains an action, collects its input and can be cancelled. */
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
  /** Whether the input is complete, beyond what the browser checks in the fields themselves. */
  isReady?: boolean;
  /** State of the request, if submitting sends one. */
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
