import type { ReactNode } from 'react';
import { Refusal } from '../api/client.ts';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Loading, type LoadingProps } from './loading.tsx';
import { Failure } from './notice.tsx';

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface QueryContentProps<Data> {
  readonly query: Query<Data>;
  /** What the placeholder tells screen readers. */
  readonly loading: string;
  readonly size?: LoadingProps['size'];
  /** Error of another request of the same part of the page. */
  readonly error?: Error | null;
  /** In place of the error, if the server says that there is no such thing. */
  readonly gone?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The answer of a query; before it arrives a placeholder, and above it the error of the last request. */
export function QueryContent<Data>({ query, loading, size, error, gone, children }: QueryContentProps<Data>) {
  const isGone = gone !== undefined && query.error instanceof Refusal && query.error.code === 'not_found';
  return (
    <>
      {isGone ? gone : <Failure error={query.error ?? error ?? null} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label={loading} size={size} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

export interface PagedQuery<Data> extends Query<Data> {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface MoreButtonProps {
  readonly query: PagedQuery<unknown>;
  readonly label?: string;
}

/** Loads the next page of a list; absent on the last one. */
export function MoreButton({ query, label = t('Show more') }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
