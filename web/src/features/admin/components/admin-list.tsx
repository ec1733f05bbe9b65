import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { formatTime } from '@/lib/dates';
import { useHeldWhilePressed } from '../lib/use-held-while-pressed';
import { RefreshButton } from './refresh-button';

interface AdminListProps<Data> {
  query: UseQueryResult<Data>;
  /** Identifies the page; a change scrolls back to the top of the list. */
  pageKey: string;
  /** 'Loading users...' */
  loading: string;
  /** 'The users could not be loaded.' */
  failure: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  /** Such as '26-50 of 1,204 users'. */
  summary: (data: Data) => string;
  /** Renders the table, or its skeleton without data. */
  children: (data: Data | undefined) => ReactNode;
  pager: ReactNode;
}

/** Renders the states of a paged list: loading, loaded, empty and failed. */
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
  const { data: newestData, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const { shown: data, hold } = useHeldWhilePressed(newestData);
  const top = useRef<HTMLDivElement>(null);
  const shownPageKey = useRef(pageKey);

  useEffect(() => {
    if (shownPageKey.current === pageKey) return;
    shownPageKey.current = pageKey;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' });
  }, [pageKey]);

  // New data can remove the row that has the focus. Keep the focus in the list, so keyboard users keep their place.
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
      onPointerDown={hold}
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
              // The button disappears while the list reloads.
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
