import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { formatTime } from '@/lib/dates';
import { RefreshButton } from './refresh-button';

interface AdminListProps<Data> {
  query: UseQueryResult<Data>;
  /** What of the list is shown; another page is looked at from its top. */
  pageKey: string;
  /** 'Loading users...' */
  loading: string;
  /** 'The users could not be loaded.' */
  failure: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  /** How many there are, in a few words. */
  summary: (data: Data) => string;
  /** The table; without data its places. */
  children: (data: Data | undefined) => ReactNode;
  pager: ReactNode;
}

/** What a list goes through: awaited, there, empty, failed, and another page of it. */
export function AdminList<Data>({
  query,
  pageKey,
  loading,
  failure,
  isEmpty,
  empty,
  summary,
  children,
  pager,
}: AdminListProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(pageKey);

  useEffect(() => {
    if (shown.current === pageKey) return;
    shown.current = pageKey;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' });
  }, [pageKey]);

  // What had the focus may go with its row: the keyboard goes on from here.
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      top.current?.focus({ preventScroll: true });
  }, [data, error]);

  const isLoading = (data === undefined && error === null) || isPlaceholderData;
  const status = isLoading
    ? loading
    : data === undefined
      ? ''
      : `${summary(data)}, as of ${formatTime(dataUpdatedAt)}`;
  return (
    <div
      ref={top}
      tabIndex={-1}
      className="min-w-0 rounded-card"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      <div className="mb-2 flex items-center justify-between gap-4">
        <p role="status" className="tabular text-sm text-muted">
          {status}
        </p>
        <RefreshButton isRefreshing={isFetching} onRefresh={() => void refetch()} />
      </div>
      {error === null ? null : (
        <div className="mb-4">
          <ErrorState
            title={failure}
            error={error}
            isRetrying={isFetching}
            onRetry={() => {
              // The button goes while the list is read.
              top.current?.focus({ preventScroll: true });
              void refetch();
            }}
          />
        </div>
      )}
      {data === undefined
        ? error === null
          ? children(undefined)
          : null
        : isEmpty(data)
          ? empty
          : children(data)}
      {data === undefined && error !== null ? null : pager}
    </div>
  );
}
