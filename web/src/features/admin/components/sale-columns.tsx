import type { AdminDispute } from '@desk/contracts/billing/disputes.routes';
import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import type { Column } from '@/components/ui/data-table-types';
import { formatName } from '../lib/labels';
import { LeadLink } from './lead-link';

type Sale = AdminDispute | AdminProblemReport;

/** Who bought the lead that a row is about. */
export const agentColumn: Column<Sale> = {
  id: 'buyer',
  header: 'Agent',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ buyer }) => formatName(buyer),
};

export const leadColumn: Column<Sale> = {
  id: 'lead',
  header: 'Lead',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Lead'} />,
};
