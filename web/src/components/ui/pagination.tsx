import { Button } from './button';
import { ChevronLeft, ChevronRight } from './product-icons';

interface PaginationProps {
  /** Of what there are pages, such as 'Leads'. */
  label: string;
  page: number;
  /** At least 1. */
  pages: number;
  onChange: (page: number) => void;
}

/** A button that leads nowhere keeps the focus, so that the keyboard does not lose its place on the last page. */
export function Pagination({ label, page, pages, onChange }: PaginationProps) {
  const step = (to: number) => ({
    variant: 'secondary' as const,
    'aria-disabled': to < 1 || to > pages,
    onClick: () => {
      if (to >= 1 && to <= pages) onChange(to);
    },
  });
  return (
    <nav aria-label={`${label} pages`} className="flex items-center justify-between gap-3 sm:justify-end">
      <Button {...step(page - 1)} className="pl-2.5! aria-disabled:opacity-55">
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <p aria-live="polite" className="tabular text-sm whitespace-nowrap text-muted">
        Page {page} of {pages}
      </p>
      <Button {...step(page + 1)} className="pr-2.5! aria-disabled:opacity-55">
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
