import { formatAmount } from '@desk/contracts/format/price';
import type { AdminDispute } from '@desk/contracts/billing/disputes.routes';
import type { DisputeState } from '@desk/contracts/billing/disputes.values';
import { useQuery } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { getErrorMessage } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { disputesQuery, useDisputeEvidence, useReviewDispute } from '../api/disputes';
import { formatName } from '../lib/labels';
import { pluralize } from '../lib/numbers';
import { AdminList } from './admin-list';
import { rowButton } from './row-buttons';
import { agentColumn, leadColumn } from './sale-columns';

const states: Record<DisputeState, { tone: 'money' | 'danger' | 'brand' | 'neutral'; text: string }> = {
  warning_needs_response: { tone: 'money', text: 'Inquiry' },
  warning_under_review: { tone: 'money', text: 'Inquiry answered' },
  warning_closed: { tone: 'neutral', text: 'Inquiry closed' },
  needs_response: { tone: 'danger', text: 'Needs evidence' },
  under_review: { tone: 'money', text: 'Bank decides' },
  prevented: { tone: 'neutral', text: 'Prevented' },
  won: { tone: 'brand', text: 'Won' },
  lost: { tone: 'danger', text: 'Lost' },
};

const describe = ({ buyer, lead }: AdminDispute): string =>
  `${formatName(buyer)}, ${lead?.fullName ?? 'a lead'}`;

function Actions({ dispute }: { dispute: AdminDispute }) {
  const evidence = useDisputeEvidence();
  const review = useReviewDispute();
  const subject = describe(dispute);
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <PendingButton
        variant="secondary"
        className={rowButton}
        isPending={evidence.isPending}
        pendingLabel="Collecting..."
        aria-label={`Download evidence: ${subject}`}
        onClick={() =>
          evidence.mutate(dispute.id, {
            onError: (error) =>
              notifyError(getErrorMessage(error, 'Failed to collect the evidence. Please try again.')),
          })
        }
      >
        Evidence
      </PendingButton>
      {dispute.reviewedAt === null ? (
        <PendingButton
          variant="secondary"
          className={rowButton}
          isPending={review.isPending}
          pendingLabel="Resuming..."
          aria-label={`Resume service: ${subject}`}
          onClick={() =>
            review.mutate(dispute.id, {
              onSuccess: () =>
                notify({
                  title: 'Dispute reviewed',
                  description: `${formatName(dispute.buyer)} gets leads again after the last open review.`,
                }),
              onError: (error) =>
                notifyError(getErrorMessage(error, 'Failed to resume the service. Please try again.')),
            })
          }
        >
          Resume service
        </PendingButton>
      ) : null}
    </div>
  );
}

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
  { id: 'actions', header: 'Actions', role: 'action', cell: (dispute) => <Actions dispute={dispute} /> },
];

export function DisputesSection() {
  const query = useQuery(disputesQuery);
  return (
    <AdminList
      query={query}
      pageKey=""
      loading="Loading disputes..."
      failure="The disputes could not be loaded."
      isEmpty={({ disputes }) => disputes.length === 0}
      summary={({ disputes }) => pluralize(disputes.length, 'dispute')}
      empty={
        <EmptyState
          icon={CircleCheck}
          title="No disputes"
          description="Charges that a cardholder disputes will appear here, with the evidence to answer the bank."
        />
      }
      pager={null}
    >
      {(data) => (
        <DataTable
          caption="Disputes, those to review first"
          columns={columns}
          rows={data?.disputes}
          getRowKey={({ id }) => id}
          isStale={query.isPlaceholderData}
          minTableWidthPx={900}
        />
      )}
    </AdminList>
  );
}
