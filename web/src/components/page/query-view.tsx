import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** 'the lead': for 'Loading the lead...' and 'The lead could not be loaded.' */
  what: string;
  /** Shaped like what is loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query returned; until then that it loads, and after a failure a way to retry. */
export function QueryView<Data>({ query, what, skeleton, children }: QueryViewProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1)} could not be loaded.`;
  return (
    <>
      {error === null ? null : (
        <div className="mb-6">
          <ErrorState title={title} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <Loading label={`Loading ${what}...`}>{skeleton}</Loading>
      ) : null}
    </>
  );
}
