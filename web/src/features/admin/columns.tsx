import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column, ColumnSort } from '@/components/ui/data-table';
import { formatName } from '@/lib/person-name';

/** Sizes a button for a 40 px table row, and full-size on touch screens. */
export const rowButton = 'min-h-[30px]! px-3! text-sm pointer-coarse:min-h-11!';

/** A link in a row, full-size on touch screens. */
export const rowLink = 'link inline-flex items-center pointer-coarse:min-h-11';

const detailLink = (list: string) =>
  function DetailLink({ id, name }: { id: string; name: string }) {
    return (
      <Link to={`/admin/${list}/${id}`} className={`${rowLink} font-semibold wrap-anywhere`}>
        {name}
      </Link>
    );
  };
export const UserLink = detailLink('users');
export const LeadLink = detailLink('leads');
export const FunnelLink = detailLink('funnels');

type Agent = { readonly id: string; readonly firstName: string; readonly lastName: string } | null;

export const AgentLink = ({ agent }: { agent: Agent }) =>
  agent === null ? formatName(null) : <UserLink id={agent.id} name={formatName(agent)} />;

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

interface TwoLinesProps {
  first: ReactNode;
  second: ReactNode;
  className?: string;
}

/** A cell of two lines, the second one less important. */
export const TwoLines = ({ first, second, className }: TwoLinesProps) => (
  <>
    <span className={clsx('block', className)}>{first}</span>
    <span className={clsx('block font-normal text-muted', className)}>{second}</span>
  </>
);

/** What columns of numbers and amounts have in common. */
export const numeric = { align: 'end', noWrap: true } as const;

export const sortByTime: readonly ColumnSort<'newest' | 'oldest'>[] = [
  { value: 'newest', direction: 'descending' },
  { value: 'oldest', direction: 'ascending' },
];
