import type { ComponentProps } from 'react';
import { Button } from './button';
import { ChevronLeft, ChevronRight } from './icons';

/** `aria-disabled`, unlike `disabled`, leaves the focus on the button when the first or last page is reached. */
type PageButtonProps = Pick<ComponentProps<'button'>, 'aria-disabled' | 'onClick'>;

const PreviousButton = (props: PageButtonProps) => (
  <Button variant="secondary" className="pl-2.5!" {...props}>
    <ChevronLeft aria-hidden className="size-4" />
    Previous
  </Button>
);

const NextButton = (props: PageButtonProps) => (
  <Button variant="secondary" className="pr-2.5!" {...props}>
    Next
    <ChevronRight aria-hidden className="size-4" />
  </Button>
);

interface PaginationProps {
  label: string;
  page: number;
  /** At least 1. */
  pageCount: number;
  onChange: (page: number) => void;
}

/** Pages through a list of known length. */
export function Pagination({ label, page, pageCount, onChange }: PaginationProps) {
  const toPage = (target: number): PageButtonProps => ({
    'aria-disabled': target < 1 || target > pageCount,
    onClick: () => onChange(target),
  });
  return (
    <nav aria-label={`${label} pages`} className="flex items-center justify-between gap-3 sm:justify-end">
      <PreviousButton {...toPage(page - 1)} />
      <p aria-live="polite" className="tabular text-sm whitespace-nowrap text-muted">
        Page {page} of {pageCount}
      </p>
      <NextButton {...toPage(page + 1)} />
    </nav>
  );
}

interface CursorPagerProps {
  label: string;
  isFirst: boolean;
  /** False when the user opened this page by URL: cursors only lead forward, so the previous page is unknown. */
  hasPrevious: boolean;
  hasNext: boolean;
  /** The page is still loading, so whether there is a next one is not known yet. */
  isLoading: boolean;
  toFirst: () => void;
  toPrevious: () => void;
  toNext: () => void;
}

/** Pages through a list of unknown length. */
export const CursorPager = ({ label, isFirst, hasNext, isLoading, ...page }: CursorPagerProps) =>
  isFirst && !hasNext && !isLoading ? null : (
    <nav
      aria-label={`${label} pages`}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:justify-end"
    >
      <Button variant="quiet" aria-disabled={isFirst} onClick={page.toFirst}>
        First page
      </Button>
      <PreviousButton aria-disabled={!page.hasPrevious} onClick={page.toPrevious} />
      <NextButton aria-disabled={!hasNext} onClick={page.toNext} />
    </nav>
  );
