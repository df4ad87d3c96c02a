import { type ReactNode, useEffect, useId, useRef } from 'react';

/** The native dialog element: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({
  title,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  /** For content in columns. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
