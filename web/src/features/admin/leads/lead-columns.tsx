import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import type { Column } from '@/components/ui/data-table-types';
import { LeadLink } from '../lead-link';

/** What a lead is, in every list of leads. */
export const leadColumns = {
  name: {
    id: 'name',
    header: 'Name',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ id, fullName }) => <LeadLink id={id} name={fullName} />,
  },
  type: { id: 'type', header: 'Type', cell: ({ leadType }) => leadType },
  state: { id: 'state', header: 'State', cell: ({ state }) => state },
  funnel: {
    id: 'funnel',
    header: 'Funnel',
    className: 'min-w-26 wrap-anywhere',
    cell: ({ funnelName }) => funnelName,
  },
} as const satisfies Record<string, Column<AdminLead>>;
