import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';
import { type LeadFilters, toQuery } from '../lib/filters';

export const getExportUrl = ({ search, days }: LeadFilters): string =>
  `/api/leads/export${toQuery({ search, days })}`;

const parseFilename = (contentDisposition: string | null): string =>
  /filename="?([\w.-]+)"?/.exec(contentDisposition ?? '')?.[1] ?? 'leads.csv';

/** Downloads through memory, so a response that breaks off never leaves a truncated file. */
async function download(url: string): Promise<void> {
  const response = await fetch(url, { credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = parseFilename(response.headers.get('content-disposition'));
  link.click();
  // By then the browser has saved the file, so its memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const useExportLeads = () =>
  useMutation({ mutationFn: (filters: LeadFilters) => download(getExportUrl(filters)) });
