import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import type { LeadStatusFilter } from '@desk/contracts/leads/lead-history.values';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table';
import type { Tone } from '@/lib/tone';
import { LeadLink } from '../columns';

const leadStateLabels: Record<LeadState, string> = {
  available: 'Waiting',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'Expired',
};
export const leadStatusLabels: Record<LeadStatusFilter, string> = {
  ...leadStateLabels,
  unsold: 'Without a buyer',
  refunded: 'Refunded',
};
const tones: Record<LeadState, Tone> = {
  available: 'money',
  reserved: 'money',
  sold: 'brand',
  expired: 'neutral',
};

type StateOfLead = Pick<AdminLead, 'status' | 'withdrawnAt' | 'refundedAt'>;

/** A withdrawn lead is an expired one that an admin ended; a refunded lead was sold. */
export const LeadStateBadge = ({ status, withdrawnAt, refundedAt }: StateOfLead) =>
  refundedAt ? (
    <Badge tone="neutral">{leadStatusLabels.refunded}</Badge>
  ) : (
    <Badge tone={tones[status]}>{withdrawnAt ? 'Withdrawn' : leadStateLabels[status]}</Badge>
  );

/** The columns of every list of leads. */
export const leadColumns: readonly Column<AdminLead>[] = [
  {
    header: 'Name',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ id, fullName }) => <LeadLink id={id} name={fullName} />,
  },
  { header: 'Type', cell: ({ leadType }) => leadType },
  { header: 'State', cell: ({ state }) => state },
  { header: 'Funnel', className: 'min-w-26 wrap-anywhere', cell: ({ funnelName }) => funnelName },
];
