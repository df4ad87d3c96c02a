import type { ReactNode } from 'react';
import { type Finding, LiveState } from './live-state.tsx';
import { Loading } from './loading.tsx';
import { Failure } from './notice.tsx';
import type { Query } from './query-content.tsx';

interface LiveContentProps<Data> {
  readonly query: Query<Data> & { readonly dataUpdatedAt: number; readonly isFetching: boolean };
  readonly loading: string;
  readonly refreshMs: number;
  readonly findings: (data: Data) => readonly Finding[];
  readonly description: (data: Data) => string;
  readonly children: (data: Data) => ReactNode;
}

/** What a page watches: its state, then its tables, which stay visible and are marked when they are out of date. */
export function LiveContent<Data>(props: LiveContentProps<Data>) {
  const { query, loading, refreshMs, findings, description, children } = props;
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  if (data === undefined)
    return error === null ? (
      <Loading label={loading} size="page" />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <LiveState
        findings={findings(data)}
        description={description(data)}
        refreshMs={refreshMs}
        answeredAt={dataUpdatedAt}
        isAsking={isFetching}
        error={error}
        onRefresh={() => void refetch()}
      />
      <div className={error === null ? 'tables' : 'tables tables-old'}>{children(data)}</div>
    </>
  );
}
