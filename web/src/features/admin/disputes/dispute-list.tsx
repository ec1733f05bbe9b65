import { formatAmount } from '@desk/contracts/format/price';
import type { AdminDispute } from '@desk/contracts/billing/disputes.routes';
import type { DisputeState } from '@desk/contracts/billing/disputes.values';
import { useQuery } from '@tanstack/react-query';
import { defineList } from '@/components/list/define-list';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table-types';
import { CircleCheck } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { agentColumn, leadColumn } from '../columns';
import { DisputeActions } from './dispute-actions';
import { disputesQuery } from './disputes.api';
import { ListPage } from '@/components/list/list-page';
import type { Tone } from '@/lib/tone';

const states: Record<DisputeState, { tone: Tone; text: string }> = {
  warning_needs_response: { tone: 'money', text: 'Inquiry' },
  warning_under_review: { tone: 'money', text: 'Inquiry answered' },
  warning_closed: { tone: 'neutral', text: 'Inquiry closed' },
  needs_response: { tone: 'danger', text: 'Needs evidence' },
  under_review: { tone: 'money', text: 'Bank decides' },
  prevented: { tone: 'neutral', text: 'Prevented' },
  won: { tone: 'brand', text: 'Won' },
  lost: { tone: 'danger', text: 'Lost' },
};

const columns: readonly Column<AdminDispute>[] = [
  { id: 'opened', header: 'Opened', noWrap: true, cell: ({ openedAt }) => formatDateTime(openedAt) },
  { ...agentColumn, role: 'name' },
  leadColumn,
  {
    id: 'amount',
    header: 'Amount',
    noWrap: true,
    cell: ({ amountCents }) => formatAmount(amountCents),
  },
  {
    id: 'state',
    header: 'State',
    role: 'badge',
    cell: ({ status, reviewedAt }) => (
      <>
        <Badge tone={states[status].tone}>{states[status].text}</Badge>
        {reviewedAt === null ? (
          <Badge tone="money" className="ml-2">
            Service stopped
          </Badge>
        ) : null}
      </>
    ),
  },
  {
    id: 'due',
    header: 'Evidence due',
    noWrap: true,
    cell: ({ evidenceDueBy }) => (evidenceDueBy === null ? '-' : formatDateTime(evidenceDueBy)),
  },
  {
    id: 'actions',
    header: 'Actions',
    role: 'action',
    cell: (dispute) => <DisputeActions dispute={dispute} />,
  },
];

const disputeList = defineList({
  one: 'dispute',
  many: 'disputes',
  sorted: 'those to review first',
  params: {},
  useData: () => useQuery(disputesQuery),
  changes: ['disputes'],
  rows: ({ disputes }): readonly AdminDispute[] => disputes,
  columns,
  getRowKey: ({ id }) => id,
  minTableWidthPx: 900,
  empty: {
    icon: CircleCheck,
    title: 'No disputes',
    description: 'Charges that a cardholder disputes will appear here, with the evidence to answer the bank.',
  },
});

export const Component = () => (
  <ListPage
    of={disputeList}
    description="Charges that a cardholder disputes. The agent's service stops until you have looked."
  />
);
