import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { TriangleAlert } from '@/components/ui/icons';
import { Loading } from '@/components/ui/loading';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { capitalize } from '@/lib/capitalize';

interface ErrorStateProps {
  /** Says what failed, such as 'Your leads could not be loaded.' */
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Replaces content that failed to load: says what happened and offers a retry. */
export const ErrorState = ({ title, error, onRetry, isRetrying }: ErrorStateProps) => (
  <div role="alert" className="rounded-card border border-danger bg-danger-soft p-5">
    <p className="flex gap-3 font-semibold text-danger">
      <TriangleAlert aria-hidden className="mt-[3px] size-5 shrink-0" />
      {title}
    </p>
    <p className="mt-1 pl-8">{getErrorMessage(error, UNREACHABLE)}</p>
    <Button variant="secondary" className="mt-4 ml-8" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  </div>
);

interface QueryErrorProps {
  query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** 'the lead' or 'your leads': for 'Your leads could not be loaded.' */
  what: string;
  /** Another sentence for when nothing could be loaded. */
  failure?: string | undefined;
}

/** After a failed request, says so and offers a retry. */
export function QueryError({ query, what, failure }: QueryErrorProps) {
  const { data, error, isFetching, refetch } = query;
  if (error === null) return null;
  const subject = capitalize(what);
  const title =
    data === undefined ? (failure ?? `${subject} could not be loaded.`) : `${subject} may be out of date.`;
  return <ErrorState title={title} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

interface QueryViewProps<Data> extends QueryErrorProps {
  query: QueryErrorProps['query'] & { readonly data: Data | undefined };
  /** Text while loading. Defaults to 'Loading' and `what`. */
  loading?: string;
  /** Shaped like what is loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, its loading state, or an error with a retry. */
export function QueryView<Data>({ loading, skeleton, children, ...query }: QueryViewProps<Data>) {
  const { data, error } = query.query;
  if (data === undefined && error === null)
    return <Loading label={loading ?? `Loading ${query.what.replace(/^your /, '')}...`}>{skeleton}</Loading>;
  return (
    <>
      {error === null ? null : (
        <div className={data === undefined ? undefined : 'mb-6'}>
          <QueryError {...query} />
        </div>
      )}
      {data === undefined ? null : children(data)}
    </>
  );
}
