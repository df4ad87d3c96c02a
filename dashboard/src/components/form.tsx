import type { ReactNode } from 'react';

interface FormProps {
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that the page sends itself: the browser would load another page. */
export function Form({ onSubmit, className = 'stack', children }: FormProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
