import { formatAmount } from '@desk/contracts/format/price';
import type { AdminDispute } from '@desk/contracts/billing/disputes.routes';
import { type DisputeState, MAX_LISTED_DISPUTES } from '@desk/contracts/billing/disputes.values';
import { useMutation } from '@tanstack/react-query';
import { listPage } from '@/components/list/list';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Badge } from '@/components/ui/badge';
import { ConfirmAction } from '@/components/ui/confirm-action';
import type { Column } from '@/components/ui/data-table';
import { MutationButton } from '@/components/ui/mutation-button';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { routeFile, saveRouteFile } from '@/lib/route-file';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { agentColumn, leadColumn, rowButton } from '../columns';
import { useListQuery } from '../queries';
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

function ResumeService({ dispute, subject }: { dispute: AdminDispute; subject: string }) {
  const agentName = formatName(dispute.buyer);
  const review = useRouteMutation('reviewDispute', {
    params: { disputeId: dispute.id },
    body: {},
    onSettled: useBackgroundRefresh('listDisputes'),
    success: {
      title: 'Dispute reviewed',
      description: `${agentName} gets leads again after the last open review.`,
    },
    failure: 'Failed to resume the service. Please try again.',
  });
  return (
    <ConfirmAction
      label="Resume service"
      button={{ className: rowButton, 'aria-label': `Resume service: ${subject}` }}
      title={`Resume service for ${agentName}?`}
      description={`The dispute about ${dispute.lead?.fullName ?? 'a lead'} counts as reviewed. ${agentName} gets leads and is charged again once no other dispute waits for a review.`}
      pendingLabel="Resuming..."
      onConfirm={(close) => review.mutateAsync(undefined, { onSettled: close })}
    />
  );
}

function DisputeActions({ dispute }: { dispute: AdminDispute }) {
  const evidence = useMutation({
    mutationFn: () => saveRouteFile(routeFile('getDisputeEvidence', { params: { disputeId: dispute.id } })),
    meta: { failure: 'Failed to collect the evidence. Please try again.' },
  });
  const subject = `${formatName(dispute.buyer)}, ${dispute.lead?.fullName ?? 'a lead'}`;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <MutationButton
        variant="secondary"
        className={rowButton}
        mutation={evidence}
        pendingLabel="Collecting..."
        aria-label={`Download evidence: ${subject}`}
      >
        Evidence
      </MutationButton>
      {dispute.reviewedAt === null ? <ResumeService dispute={dispute} subject={subject} /> : null}
    </div>
  );
}

const columns: readonly Column<AdminDispute>[] = [
  { header: 'Opened', noWrap: true, cell: ({ openedAt }) => formatDateTime(openedAt) },
  { ...agentColumn, role: 'name' },
  leadColumn,
  { header: 'Amount', noWrap: true, cell: ({ amountCents }) => formatAmount(amountCents) },
  {
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
    header: 'Evidence due',
    noWrap: true,
    cell: ({ evidenceDueBy }) => (evidenceDueBy === null ? '-' : formatDateTime(evidenceDueBy)),
  },
  { header: 'Actions', role: 'action', cell: (dispute) => <DisputeActions dispute={dispute} /> },
];

export const Component = listPage({
  description: "Charges that a cardholder disputes. The agent's service stops until you have looked.",
  one: 'dispute',
  sorted: 'those to review first',
  params: {},
  useData: () => useListQuery('listDisputes'),
  changes: ['disputes'],
  rows: ({ disputes }): readonly AdminDispute[] => disputes,
  total: ({ disputes }) => disputes.length,
  isTotalMinimum: ({ disputes }) => disputes.length === MAX_LISTED_DISPUTES,
  columns,
  minTableWidthPx: 900,
  empty: {
    title: 'No disputes',
    description: 'Charges that a cardholder disputes will appear here, with the evidence to answer the bank.',
  },
});
