import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawings.tsx';

interface EmptyStateProps {
  readonly drawing: DrawingName;
  /** The button or command that makes the first entry. */
  readonly action?: ReactNode;
  /** One sentence: what will appear here. */
  readonly children: ReactNode;
}

/** In place of a list without entries. */
export function EmptyState({ drawing, action, children }: EmptyStateProps) {
  return (
    <div className="empty" role="note">
      <Drawing name={drawing} />
      <div className="empty-words">{children}</div>
      {action}
    </div>
  );
}
