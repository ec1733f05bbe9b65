import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';
import { type LeadFilters, toQuery } from '../lib/filters';

export const exportAddress = ({ search, days }: LeadFilters): string =>
  `/api/leads/export${toQuery({ search, days })}`;

const nameIn = (disposition: string | null): string =>
  /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1] ?? 'leads.csv';

/** Whole, or not at all: a file that broke off half-way is not handed over. */
async function download(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = nameIn(response.headers.get('content-disposition'));
  link.click();
  // The download has begun by then, and the file need not be kept in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const useExportLeads = () =>
  useMutation({ mutationFn: (filters: LeadFilters) => download(exportAddress(filters)) });
