import type { Column, ColumnSort } from '@/components/ui/data-table-types';
import { formatName } from '@/lib/person-name';
import { LeadLink } from './lead-link';
import { UserLink } from './user-link';

export type Agent = { readonly id: string; readonly firstName: string; readonly lastName: string } | null;

export const AgentLink = ({ agent }: { agent: Agent }) =>
  agent === null ? formatName(null) : <UserLink id={agent.id} name={formatName(agent)} />;

/** Who bought the lead that a row is about. */
export const agentColumn: Column<{ readonly buyer: Agent }> = {
  id: 'agent',
  header: 'Agent',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ buyer }) => <AgentLink agent={buyer} />,
};

interface RowWithLead {
  readonly leadId: string;
  readonly lead?: { readonly fullName: string } | null | undefined;
}

export const leadColumn: Column<RowWithLead> = {
  id: 'lead',
  header: 'Lead',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Unknown lead'} />,
};

export const sortByTime: readonly ColumnSort<'newest' | 'oldest'>[] = [
  { value: 'newest', direction: 'descending' },
  { value: 'oldest', direction: 'ascending' },
];
