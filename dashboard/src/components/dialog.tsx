import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { Failure } from './notice.tsx';

/** The frame of every dialog: title, error, content, and a row of actions of which the last one closes it. */
export interface DialogProps {
  readonly title: string;
  /** For content in columns. */
  readonly isWide?: boolean;
  readonly error?: Error | null;
  readonly actions?: ReactNode;
  /** Label of the button that closes the dialog. */
  readonly cancel?: string;
  /** Makes the content a form. */
  readonly onSubmit?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The native dialog element: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({
  title,
  isWide = false,
  error = null,
  actions,
  cancel = t('Cancel'),
  onSubmit,
  onClose,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const content = (
    <>
      <h2 id={titleId}>{title}</h2>
      <Failure error={error} />
      {children}
      <div className="row">
        {actions}
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </>
  );
  return (
    <dialog
      ref={element}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      {onSubmit === undefined ? (
        <div className="stack">{content}</div>
      ) : (
        <Form onSubmit={onSubmit}>{content}</Form>
      )}
    </dialog>
  );
}
