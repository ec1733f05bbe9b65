import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { RefreshButton } from '@/components/ui/refresh-button';
import { ArrowUp } from '@/components/ui/icons';

/**
 * Returns the latest `value`, except between a call of `freeze` and the release of the pointer: then it stays the same.
 * A list that changed during a click would move the target away from the pointer.
 */
export function useFrozenWhilePressed<T>(value: T): { shown: T; freeze: () => void } {
  const [frozen, setFrozen] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (frozen === null) return;
    // The click follows the release in the same task.
    const release = () => setTimeout(() => setFrozen(null));
    const events = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const event of events) addEventListener(event, release);
    return () => {
      for (const event of events) removeEventListener(event, release);
    };
  }, [frozen]);
  return { shown: frozen === null ? value : frozen.value, freeze: () => setFrozen({ value }) };
}

/** Returns the ref of a list. A change of `pageKey`, which identifies the page, scrolls back to the top of the list. */
export function useTopOfPage(pageKey: string): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null);
  const shownPageKey = useRef(pageKey);
  useEffect(() => {
    if (shownPageKey.current === pageKey) return;
    shownPageKey.current = pageKey;
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: 'start' });
  }, [pageKey]);
  return top;
}

interface ListStatusProps {
  status: string;
  /** Says how many new rows are not shown: '3 new leads'. Null if there are none. */
  news: string | null;
  isRefreshing: boolean;
  onShowNew: () => void;
  onRefresh: () => void;
}

/** The line above a list: its summary, with buttons for new rows and a refresh. */
export const ListStatus = ({ status, news, isRefreshing, onShowNew, onRefresh }: ListStatusProps) => (
  <div className="mb-2 flex items-center justify-between gap-4">
    <p role="status" className={clsx('tabular text-sm text-muted', news !== null && 'max-md:sr-only')}>
      {status}
      {news === null ? null : <span className="sr-only">. {news}</span>}
    </p>
    {/* On the line of the summary, so that a new button moves no row. */}
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
      <RefreshButton isRefreshing={isRefreshing} onRefresh={onRefresh} />
    </div>
  </div>
);
