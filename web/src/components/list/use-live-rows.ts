import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WithId } from '@/components/ui/data-table';
import { useChanges } from '@/lib/admin-changes';
import { type HeldRows, holdRows } from './hold-rows';

interface LiveRowsInput<Data, Row extends WithId> {
  /** The list is refreshed after these changes. */
  changes: readonly AdminChange[];
  query: UseQueryResult<Data>;
  rows: (data: Data) => readonly Row[];
  hasNextPage: (data: Data) => boolean;
  /** Identifies the search, filters, order and page. */
  view: string;
  /** Whether new rows appear at the top. */
  isFirstPage: boolean;
}

/** Refreshes a list after changes. New rows at the top are held back until `showNew` is called. */
export function useLiveRows<Data, Row extends WithId>({
  changes,
  query,
  rows,
  hasNextPage,
  view,
  isFirstPage,
}: LiveRowsInput<Data, Row>) {
  const [held, setHeld] = useState<{ readonly view: string; readonly rows: readonly Row[] } | null>(null);
  const hold = (from: typeof held, data: Data): HeldRows<Row> =>
    from?.view === view
      ? holdRows(from.rows, rows(data), hasNextPage(data))
      : { rows: rows(data), newCount: 0, isAllNew: false };

  const latestView = useRef(view);
  useEffect(() => {
    latestView.current = view;
  }, [view]);

  const keepRows = (data: Data | undefined) => {
    if (isFirstPage && data !== undefined) setHeld((before) => ({ view, rows: hold(before, data).rows }));
  };
  const refresh = async () => {
    keepRows(query.isPlaceholderData ? undefined : query.data);
    // The answer of a request in flight may be older than the change.
    const current = query.isFetching ? await query.refetch({ cancelRefetch: false }) : query;
    // After a failure, the list offers a retry. A view chosen meanwhile is loaded anyway.
    if (current.status !== 'success' || latestView.current !== view) return;
    keepRows(current.data);
    await query.refetch({ cancelRefetch: false });
  };
  useChanges(changes, () => void refresh());

  return { hold: (data: Data) => hold(held, data), showNew: () => setHeld(null) };
}
