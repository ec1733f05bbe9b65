import { useLocation, useNavigate } from 'react-router';
import type { CursorPages } from '@/components/ui/cursor-pager';
import { readListParams, toListLocation } from '@/lib/list-location';
import { type CursorHistory, parseCursor, parseCursorHistory, pushCursor } from './cursor';

interface PageQuery {
  readonly data: { readonly next: string | null } | undefined;
  /** `data` still belongs to another page. */
  readonly isPlaceholderData: boolean;
}
type Changes = Readonly<Record<string, string | null>>;
type Histories = Readonly<Record<string, unknown>>;

const readHistories = (state: unknown): Histories =>
  typeof state === 'object' && state !== null && 'cursorHistories' in state
    ? (state.cursorHistories as Histories)
    : {};

/** Keeps a list's search, sort and page in the URL, so a view survives reloads and can be shared. */
export function useListUrlState() {
  const location = useLocation();
  const params = readListParams(location);
  const { state } = location as { state: unknown };
  const navigate = useNavigate();
  const histories = readHistories(state);

  const update = (changes: Changes, options: { replace?: boolean; histories?: Histories } = {}) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    void navigate(toListLocation(next), {
      replace: options.replace ?? false,
      preventScrollReset: true,
      state: { cursorHistories: options.histories ?? histories },
    });
  };

  /** Returns navigation for the list whose cursor is in `parameter`. */
  const getPages = (parameter: string, { data, isPlaceholderData }: PageQuery): CursorPages => {
    const next = isPlaceholderData ? null : (data?.next ?? null);
    const current = parseCursor(params.get(parameter));
    const history = current === null ? [] : parseCursorHistory(histories[parameter]);
    const goTo = (cursor: string | null, newHistory: CursorHistory) =>
      update({ [parameter]: cursor }, { histories: { ...histories, [parameter]: newHistory } });
    return {
      isFirst: current === null,
      hasPrevious: history.length > 0,
      hasNext: next !== null,
      isLoading: isPlaceholderData,
      toFirst: () => goTo(null, []),
      toPrevious: () => goTo(history.at(-1) ?? null, history.slice(0, -1)),
      toNext: () => goTo(next, pushCursor(history, current)),
    };
  };

  return { get: (name: string): string | null => params.get(name), update, getPages };
}
export type ListUrlState = ReturnType<typeof useListUrlState>;
