import { clsx } from 'clsx';
import { notifyError } from '@/components/toast/toast-store';
import { Download } from '@/components/ui/product-icons';
import { getErrorMessage } from '@/lib/api-client';
import { getExportUrl, useExportLeads } from '../api/export-leads';
import type { LeadFilters } from '../lib/filters';

const LABEL = 'Export CSV';
const PENDING = 'Exporting...';

/** A link, so it can be copied or opened in a tab. A click downloads with progress and error messages. */
export function ExportLink({ filters }: { filters: LeadFilters }) {
  const { mutate, isPending } = useExportLeads();
  return (
    <a
      href={getExportUrl(filters)}
      download
      aria-disabled={isPending}
      className={clsx(
        'inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold whitespace-nowrap',
        'transition-colors duration-150 ease-out hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
      )}
      onClick={(event) => {
        event.preventDefault();
        if (isPending) return;
        mutate(filters, {
          onError: (error) =>
            notifyError(getErrorMessage(error, 'Failed to export your leads. Please try again.')),
        });
      }}
    >
      <Download aria-hidden className="size-4" />
      <span aria-live="polite" data-reserve={PENDING} className="keep-width">
        {isPending ? PENDING : LABEL}
      </span>
    </a>
  );
}
