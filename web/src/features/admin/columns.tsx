import { Link } from 'react-router';
import type { Column, ColumnSort } from '@/components/ui/data-table-types';
import { formatName } from '@/lib/person-name';

/** Sizes a button for a 40 px table row, and full-size on touch screens. */
export const rowButton = 'min-h-[30px]! px-3! text-sm pointer-coarse:min-h-11!';

interface DetailLinkProps {
  id: string;
  name: string;
}

const linkClasses = 'link inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11';

export const UserLink = ({ id, name }: DetailLinkProps) => (
  <Link to={`/admin/users/${id}`} className={linkClasses}>
    {name}
  </Link>
);

export const LeadLink = ({ id, name }: DetailLinkProps) => (
  <Link to={`/admin/leads/${id}`} className={linkClasses}>
    {name}
  </Link>
);

type Agent = { readonly id: string; readonly firstName: string; readonly lastName: string } | null;

export const AgentLink = ({ agent }: { agent: Agent }) =>
  agent === null ? formatName(null) : <UserLink id={agent.id} name={formatName(agent)} />;

/** Who bought the lead that a row is about. */
export const agentColumn: Column<{ readonly buyer: Agent }> = {
  header: 'Agent',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ buyer }) => <AgentLink agent={buyer} />,
};

interface RowWithLead {
  readonly leadId: string;
  readonly lead?: { readonly fullName: string } | null | undefined;
}

export const leadColumn: Column<RowWithLead> = {
  header: 'Lead',
  className: 'min-w-30 wrap-anywhere',
  cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Unknown lead'} />,
};

export const sortByTime: readonly ColumnSort<'newest' | 'oldest'>[] = [
  { value: 'newest', direction: 'descending' },
  { value: 'oldest', direction: 'ascending' },
];
