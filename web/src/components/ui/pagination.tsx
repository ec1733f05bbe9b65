import { Button } from './button';
import { ChevronLeft, ChevronRight } from './icons';

interface PaginationProps {
  /** Names what is paged, such as 'Leads'. */
  label: string;
  page: number;
  /** At least 1. */
  pageCount: number;
  onChange: (page: number) => void;
}

/** Unavailable buttons stay focusable, so keyboard users keep their place on the first and last page. */
export function Pagination({ label, page, pageCount, onChange }: PaginationProps) {
  const buttonProps = (target: number) => ({
    variant: 'secondary' as const,
    'aria-disabled': target < 1 || target > pageCount,
    onClick: () => {
      if (target >= 1 && target <= pageCount) onChange(target);
    },
  });
  return (
    <nav aria-label={`${label} pages`} className="flex items-center justify-between gap-3 sm:justify-end">
      <Button {...buttonProps(page - 1)} className="pl-2.5!">
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <p aria-live="polite" className="tabular text-sm whitespace-nowrap text-muted">
        Page {page} of {pageCount}
      </p>
      <Button {...buttonProps(page + 1)} className="pr-2.5!">
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
