import { DownloadLink } from '@/components/ui/download-link';
import { Download } from '@/components/ui/icons';
import { routeFile } from '@/lib/route-file';
import type { LeadFilters } from '../lib/filters';

export const ExportLink = ({ filters: { search, days } }: { filters: LeadFilters }) => (
  <DownloadLink
    file={routeFile('exportLeads', { query: { search, days } })}
    icon={<Download aria-hidden className="size-4" />}
    pendingLabel="Exporting..."
    failure="Failed to export your leads. Please try again."
  >
    Export CSV
  </DownloadLink>
);
