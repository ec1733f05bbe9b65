import { useMutation } from '@tanstack/react-query';
import { requestRoute, routeUrl } from '@/lib/api-client';
import type { LeadFilters } from '../lib/filters';

export const getExportUrl = ({ search, days }: LeadFilters): string =>
  routeUrl('exportLeads', { query: { search, days } });

const parseFilename = (contentDisposition: string | null): string =>
  /filename="?([\w.-]+)"?/.exec(contentDisposition ?? '')?.[1] ?? 'leads.csv';

/** Downloads through memory, so a response that breaks off never leaves a truncated file. */
async function download({ search, days }: LeadFilters): Promise<void> {
  const response = await requestRoute('exportLeads', { query: { search, days } });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = parseFilename(response.headers.get('content-disposition'));
  link.click();
  // By then the browser has saved the file, so its memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const useExportLeads = () => useMutation({ mutationFn: download });
