import type { ReactNode } from 'react';
import { Refusal } from '../api/client.ts';
import { Message } from '../lib/message.tsx';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { errorWords } from './problem-words.ts';

export function Notice({ kind, children }: { kind?: 'bad' | 'warn' | 'good'; children: ReactNode }) {
  const role = kind === 'bad' ? 'alert' : kind === 'good' ? 'status' : 'note';
  return (
    <div className={kind === undefined ? 'notice' : `notice notice-${kind}`} role={role}>
      {children}
    </div>
  );
}

/** The server's error message with the request id that support asks for. */
export function Failure({
  error,
  children,
  onRetry,
}: {
  error: Error | null;
  /** What the page does about it. */
  children?: ReactNode;
  onRetry?: () => void;
}) {
  if (error === null) return null;
  const requestId = error instanceof Refusal ? error.requestId : null;
  return (
    <Notice kind="bad">
      <p>{errorWords(error)}</p>
      {children !== undefined && <p>{children}</p>}
      {requestId !== null && (
        <p className="quiet small">
          <Message text="Request <code>{requestId}</code>" values={{ requestId }} />
        </p>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>{t('Try again')}</Button>}
    </Notice>
  );
}
