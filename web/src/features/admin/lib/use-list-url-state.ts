import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { CursorPages } from '@/components/ui/cursor-pager';
import { readCursor, readTrail, withPage, type Trail } from './cursor';

interface PageState {
  readonly data: { readonly next: string | null } | undefined;
  /** `data` is still that of another page. */
  readonly isPlaceholderData: boolean;
}
type Changes = Readonly<Record<string, string | null>>;

const trailsIn = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null && 'trails' in state
    ? (state.trails as Record<string, unknown>)
    : {};

/** Keeps a list's search, sort and page in the query string, so a view survives reloads and can be shared. */
export function useListUrlState() {
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const trails = trailsIn(state);

  const go = (changes: Changes, options: { replace?: boolean; trails?: Record<string, unknown> } = {}) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    void navigate(
      { search: next.toString() },
      {
        replace: options.replace ?? false,
        preventScrollReset: true,
        state: { trails: options.trails ?? trails },
      },
    );
  };

  /** The page that begins at the cursor in `parameter`, and the ways from it. */
  const pagesAt = (parameter: string, { data, isPlaceholderData }: PageState): CursorPages => {
    const next = isPlaceholderData ? null : (data?.next ?? null);
    const current = readCursor(params.get(parameter));
    const trail = current === null ? [] : readTrail(trails[parameter]);
    const to = (cursor: string | null, past: Trail) =>
      go({ [parameter]: cursor }, { trails: { ...trails, [parameter]: past } });
    return {
      isFirst: current === null,
      hasPrevious: trail.length > 0,
      hasNext: next !== null,
      isLoading: isPlaceholderData,
      toFirst: () => to(null, []),
      toPrevious: () => to(trail.at(-1) ?? null, trail.slice(0, -1)),
      toNext: () => to(next, withPage(trail, current)),
    };
  };

  return { get: (name: string): string | null => params.get(name), change: go, pagesAt };
}
export type ListUrlState = ReturnType<typeof useListUrlState>;
