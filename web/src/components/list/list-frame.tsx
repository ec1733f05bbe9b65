import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/page/query-view';
import { RefreshButton } from '@/components/ui/refresh-button';
import { ArrowUp } from '@/components/ui/icons';
import { formatTime } from '@/lib/dates';

/**
 * Returns `value`, but from `hold` on the one shown then, until the pointer is released. A list that changed in between
 * would move what is being clicked away from the pointer.
 */
function useHeldWhilePressed<T>(value: T): { shown: T; hold: () => void } {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (held === null) return;
    // The click follows the release in the same task.
    const release = () => setTimeout(() => setHeld(null));
    const events = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const event of events) addEventListener(event, release);
    return () => {
      for (const event of events) removeEventListener(event, release);
    };
  }, [held]);
  return { shown: held === null ? value : held.value, hold: () => setHeld({ value }) };
}

interface ListFrameProps<Data> {
  many: string;
  query: UseQueryResult<Data>;
  /** Identifies the page; a change scrolls back to the top of the list. */
  pageKey: string;
  summary: (data: Data) => string;
  /** Says how many new rows are not shown: '3 new leads'. Null without any. */
  newRows: (data: Data) => string | null;
  onShowNew: () => void;
  /** Renders the rows, or their skeleton without data. */
  children: (data: Data | undefined) => ReactNode;
  pager: ReactNode;
}

/** Renders what lists have in common: summary, refresh and failure. */
export function ListFrame<Data>({
  many,
  query,
  pageKey,
  summary,
  newRows,
  onShowNew,
  children,
  pager,
}: ListFrameProps<Data>) {
  const { data: newestData, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const { shown: data, hold } = useHeldWhilePressed(newestData);
  const top = useRef<HTMLDivElement>(null);
  const shownPageKey = useRef(pageKey);

  useEffect(() => {
    if (shownPageKey.current === pageKey) return;
    shownPageKey.current = pageKey;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' });
  }, [pageKey]);

  const news = data === undefined ? null : newRows(data);

  const hasFailed = data === undefined && error !== null;
  const isLoading = (data === undefined && error === null) || isPlaceholderData;
  const status = isLoading
    ? `Loading ${many}...`
    : data === undefined
      ? ''
      : `${summary(data)}, as of ${formatTime(dataUpdatedAt)}`;
  return (
    <div ref={top} tabIndex={-1} className="min-w-0 rounded-card" onPointerDown={hold}>
      <div className="mb-2 flex items-center justify-between gap-4">
        <p role="status" className={clsx('tabular text-sm text-muted', news !== null && 'max-md:sr-only')}>
          {status}
          {news === null ? null : <span className="sr-only">. {news}</span>}
        </p>
        {/* Beside the summary, where it moves no row. */}
        <div className="ml-auto flex items-center gap-2">
          {news === null ? null : (
            <Button
              variant="quiet"
              className="min-h-8! px-3! text-sm text-brand! pointer-coarse:min-h-11!"
              onClick={onShowNew}
            >
              <ArrowUp aria-hidden className="size-4 shrink-0" />
              {news}
            </Button>
          )}
          <RefreshButton
            isRefreshing={isFetching}
            onRefresh={() => {
              onShowNew();
              void refetch();
            }}
          />
        </div>
      </div>
      {error === null ? null : (
        <div className="mb-4">
          <ErrorState
            title={`The ${many} could not be loaded.`}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {hasFailed ? null : children(data)}
      {hasFailed ? null : pager}
    </div>
  );
}
