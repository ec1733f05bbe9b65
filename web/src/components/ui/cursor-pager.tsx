import { Button } from './button';
import { ChevronLeft, ChevronRight } from './product-icons';

export interface CursorPages {
  readonly isFirst: boolean;
  /** Whether the page before this one is known; after a visit by address only the first one is. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The page is on its way, so what follows it is not known yet. */
  readonly isLoading: boolean;
  readonly toFirst: () => void;
  readonly toPrevious: () => void;
  readonly toNext: () => void;
}

interface CursorPagerProps {
  /** Of what there are pages, such as 'Payments'. */
  label: string;
  pages: CursorPages;
}

/** Through a list that nobody counts. A button that leads nowhere keeps the focus. */
export function CursorPager({ label, pages }: CursorPagerProps) {
  if (pages.isFirst && !pages.hasNext && !pages.isLoading) return null;
  const step = (isPossible: boolean, go: () => void) => ({
    variant: 'secondary' as const,
    'aria-disabled': !isPossible,
    onClick: () => {
      if (isPossible) go();
    },
  });
  return (
    <nav
      aria-label={`${label} pages`}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:justify-end"
    >
      <Button {...step(!pages.isFirst, pages.toFirst)} variant="quiet" className="aria-disabled:opacity-55">
        First page
      </Button>
      <Button {...step(pages.hasPrevious, pages.toPrevious)} className="pl-2.5! aria-disabled:opacity-55">
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <Button {...step(pages.hasNext, pages.toNext)} className="pr-2.5! aria-disabled:opacity-55">
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
