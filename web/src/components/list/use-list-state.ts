import { useLocation, useNavigate } from 'react-router';
import { readListParams, toListLocation } from '@/lib/list-location';
import { type CursorHistory, type ListParams, parseCursorHistory, type ViewOf } from './list-params';
import { withoutReversedPeriod } from './period';

type Histories = Readonly<Record<string, unknown>>;

const readHistories = (state: unknown): Histories =>
  typeof state === 'object' && state !== null && 'cursorHistories' in state
    ? (state.cursorHistories as Histories)
    : {};

export interface ListState<View> {
  readonly view: View;
  readonly history: CursorHistory;
  /** Shows the first page of a changed view. */
  readonly change: (changes: Partial<View>, options?: { readonly replace?: boolean }) => void;
  readonly goToPage: (changes: Partial<View>, history: CursorHistory) => void;
}

/** Keeps what a list shows in the URL, so that it survives reloads and can be shared. */
export function useListState<Params extends ListParams>(
  params: Params,
  prefix: string,
): ListState<ViewOf<Params>> {
  const location = useLocation();
  const navigate = useNavigate();
  const url = readListParams(location);
  const histories = readHistories(location.state);
  const view = withoutReversedPeriod(
    Object.fromEntries(
      Object.entries(params).map(([name, param]) => [name, param.parse(url.get(prefix + name))]),
    ),
  ) as ViewOf<Params>;

  const go = (next: ViewOf<Params>, history: CursorHistory, replace: boolean) => {
    const changed = new URLSearchParams(url);
    for (const [name, param] of Object.entries(params)) {
      const text = (param.format as (value: unknown) => string | null)(next[name]);
      if (text === null) changed.delete(prefix + name);
      else changed.set(prefix + name, text);
    }
    void navigate(toListLocation(changed), {
      replace,
      preventScrollReset: true,
      // Renders synchronously, so that a second change builds on this one. A click on a button outside a search field
      // makes two changes. The router renders synchronously only without its loaders, which would only load the user.
      flushSync: true,
      defaultShouldRevalidate: false,
      state: { cursorHistories: { ...histories, [prefix]: history } },
    });
  };
  const firstPage = Object.fromEntries(
    Object.entries(params).flatMap(([name, { kind, initial }]) =>
      kind === 'cursor' || kind === 'page' ? [[name, initial]] : [],
    ),
  );
  return {
    view,
    history: parseCursorHistory(histories[prefix]),
    change: (changes, { replace = false } = {}) => go({ ...view, ...firstPage, ...changes }, [], replace),
    goToPage: (changes, history) => go({ ...view, ...changes }, history, false),
  };
}
