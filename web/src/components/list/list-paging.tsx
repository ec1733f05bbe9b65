import type { ReactNode } from 'react';
import { CursorPager, Pagination } from '@/components/ui/pagination';
import { type ListParams, pushCursor, type ViewOf } from './list-params';
import type { ListState } from './use-list-state';

export interface Paging {
  readonly key: string;
  /** Whether the list may have several pages. */
  readonly isPaged: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Position of the first row among all, if it is known. */
  readonly firstRow: number | undefined;
  readonly toFirst: () => void;
  readonly pager: ReactNode;
}

interface PagingInput<Params extends ListParams> {
  /** 'Leads' */
  readonly label: string;
  readonly params: Params;
  readonly state: ListState<ViewOf<Params>>;
  readonly total: number | undefined;
  readonly next: string | null;
  /** Whether the rows shown still belong to another page. */
  readonly isStale: boolean;
}

const singlePage: Paging = {
  key: '',
  isPaged: false,
  isFirst: true,
  isLast: true,
  firstRow: 1,
  toFirst: () => undefined,
  pager: null,
};

/** How to move between the pages of a list: by number, by cursor, or not at all. */
export function toPaging<Params extends ListParams>(input: PagingInput<Params>): Paging {
  for (const [name, param] of Object.entries(input.params)) {
    if (param.kind === 'page') return toNumberedPaging(name, param.pageSize, input);
    if (param.kind === 'cursor') return toCursorPaging(name, input);
  }
  return singlePage;
}

function toNumberedPaging<Params extends ListParams>(
  name: string,
  pageSize: number,
  { label, state, total = 0 }: PagingInput<Params>,
): Paging {
  const page = state.view[name] as number;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const goTo = (target: number) => state.goToPage({ [name]: target } as Partial<ViewOf<Params>>, []);
  return {
    key: String(page),
    isPaged: true,
    isFirst: page === 1,
    isLast: page >= pageCount,
    firstRow: (page - 1) * pageSize + 1,
    toFirst: () => goTo(1),
    pager:
      pageCount > 1 ? (
        <div className="mt-4">
          <Pagination label={label} page={page} pageCount={pageCount} onChange={goTo} />
        </div>
      ) : null,
  };
}

function toCursorPaging<Params extends ListParams>(
  name: string,
  { label, state, next, isStale }: PagingInput<Params>,
): Paging {
  const current = state.view[name] as string | null;
  const history = current === null ? [] : state.history;
  const goTo = (cursor: string | null, newHistory: typeof history) =>
    state.goToPage({ [name]: cursor } as Partial<ViewOf<Params>>, newHistory);
  const isFirst = current === null;
  const hasNext = !isStale && next !== null;
  const toFirst = () => goTo(null, []);
  return {
    key: current ?? '',
    isPaged: true,
    isFirst,
    isLast: !hasNext,
    firstRow: undefined,
    toFirst,
    pager: (
      <CursorPager
        label={label}
        isFirst={isFirst}
        hasPrevious={history.length > 0}
        hasNext={hasNext}
        isLoading={isStale}
        toFirst={toFirst}
        toPrevious={() => goTo(history.at(-1) ?? null, history.slice(0, -1))}
        toNext={() => goTo(next, pushCursor(history, current))}
      />
    ),
  };
}
