import type { ReactNode } from 'react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Loading, type LoadingProps } from './loading.tsx';
import { Failure } from './notice.tsx';

interface Query<Data> {
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
  readonly children: (data: Data) => ReactNode;
}

/** The answer of a query; before it arrives a placeholder, and above it the error of the last request. */
export function QueryContent<Data>({ query, loading, size, error, children }: QueryContentProps<Data>) {
  return (
    <>
      <Failure error={query.error ?? error ?? null} onRetry={() => void query.refetch()} />
      {query.isPending && <Loading label={loading} size={size} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

interface MoreButtonProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
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
