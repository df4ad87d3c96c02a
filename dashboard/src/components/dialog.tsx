import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
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
  /** In place of `onClose` on Escape, for content that would be lost. */
  readonly onEscape?: () => void;
  readonly children: ReactNode;
}

/** Traps the focus, closes on Escape and restores the focus. A click beside it is no answer and does nothing. */
export function Dialog({ isWide = false, onClose, onEscape = onClose, ...content }: DialogProps) {
  const element = useRef<HTMLElement>(null);
  // The first control gets the focus; react-aria gives it to the dialog as a whole.
  useEffect(() => {
    const controls = element.current?.querySelectorAll<HTMLElement>('input, textarea, button, a[href]') ?? [];
    [...controls].find((control) => control.closest('[aria-hidden], :disabled') === null)?.focus();
  }, []);
  useEscapeWithoutFocus(element, onEscape);
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={onEscape}>
      <Modal className={isWide ? 'dialog dialog-wide' : 'dialog'}>
        <AriaDialog ref={element} className="dialog-content">
          <Content onClose={onClose} {...content} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A focused button that becomes disabled loses the focus to the page, where react-aria does not hear Escape. */
function useEscapeWithoutFocus(element: RefObject<HTMLElement | null>, onEscape: () => void) {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      const isLast = [...document.querySelectorAll('.dialog-content')].at(-1) === element.current;
      if (key === 'Escape' && isLast && document.activeElement === document.body) onEscape();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [element, onEscape]);
}

function Content({
  title,
  error = null,
  actions,
  cancel = t('Cancel'),
  onSubmit,
  onClose,
  children,
}: Omit<DialogProps, 'isWide' | 'onEscape'>) {
  const content = (
    <>
      <Heading slot="title">{title}</Heading>
      <Failure error={error} />
      {children}
      <div className="row dialog-actions">
        {actions}
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </>
  );
  return onSubmit === undefined ? (
    <div className="stack">{content}</div>
  ) : (
    <Form onSubmit={onSubmit}>{content}</Form>
  );
}
