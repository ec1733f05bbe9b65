import { Button } from './button';
import { ChevronLeft, ChevronRight } from './icons';

export interface CursorPages {
  readonly isFirst: boolean;
  /** False when the user opened this page by URL: cursors only lead forward, so the previous page is unknown. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The page is still loading, so whether there is a next one is not known yet. */
  readonly isLoading: boolean;
  readonly toFirst: () => void;
  readonly toPrevious: () => void;
  readonly toNext: () => void;
}

interface CursorPagerProps {
  /** Names what is paged, such as 'Payments'. */
  label: string;
  pages: CursorPages;
}

/** Pages through a list of unknown length. Unavailable buttons stay focusable, so keyboard users keep their place. */
export function CursorPager({ label, pages }: CursorPagerProps) {
  if (pages.isFirst && !pages.hasNext && !pages.isLoading) return null;
  const buttonProps = (isAvailable: boolean, onPress: () => void) => ({
    variant: 'secondary' as const,
    'aria-disabled': !isAvailable,
    onClick: () => {
      if (isAvailable) onPress();
    },
  });
  return (
    <nav
      aria-label={`${label} pages`}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:justify-end"
    >
      <Button {...buttonProps(!pages.isFirst, pages.toFirst)} variant="quiet">
        First page
      </Button>
      <Button {...buttonProps(pages.hasPrevious, pages.toPrevious)} className="pl-2.5!">
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <Button {...buttonProps(pages.hasNext, pages.toNext)} className="pr-2.5!">
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
