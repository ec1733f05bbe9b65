import type { AdminDispute } from '@desk/contracts/billing/disputes.routes';
import { useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { formatName } from '@/lib/person-name';
import { rowButton } from '../row-buttons';
import { useDisputeEvidence, useReviewDispute } from './disputes.api';

function ResumeService({ dispute, subject }: { dispute: AdminDispute; subject: string }) {
  const [isOpen, setOpen] = useState(false);
  const agentName = formatName(dispute.buyer);
  const review = useReviewDispute(dispute.id, agentName);
  return (
    <>
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Resume service: ${subject}`}
        onClick={() => setOpen(true)}
      >
        Resume service
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Resume service for ${agentName}?`}
        description={`The dispute about ${dispute.lead?.fullName ?? 'a lead'} counts as reviewed. ${agentName} gets leads and is charged again once no other dispute waits for a review.`}
        confirmLabel="Resume service"
        pendingLabel="Resuming..."
        onConfirm={() => review.mutateAsync(undefined, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}

export function DisputeActions({ dispute }: { dispute: AdminDispute }) {
  const evidence = useDisputeEvidence(dispute.id);
  const subject = `${formatName(dispute.buyer)}, ${dispute.lead?.fullName ?? 'a lead'}`;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <PendingButton
        variant="secondary"
        className={rowButton}
        isPending={evidence.isPending}
        pendingLabel="Collecting..."
        aria-label={`Download evidence: ${subject}`}
        onClick={() => evidence.mutate()}
      >
        Evidence
      </PendingButton>
      {dispute.reviewedAt === null ? <ResumeService dispute={dispute} subject={subject} /> : null}
    </div>
  );
}
