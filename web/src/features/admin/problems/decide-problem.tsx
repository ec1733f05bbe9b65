import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { PROBLEM_NOTE_MAX } from '@desk/contracts/leads/problem-reports.values';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { TextAreaField } from '@/components/form/text-area-field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useDecide, useStartReview } from './problems.api';

const schema = async () => (await import('@desk/contracts/leads/problem-reports.http')).problemNoteBody;

type Decision = 'approve' | 'decline';
const texts = {
  approve: {
    action: 'Approve and refund',
    title: 'Refund this lead?',
    description: "The whole payment goes back to the card, and the agent gets an email. You can't undo this.",
    hint: "For administrators. The agent doesn't see it.",
    pending: 'Approving...',
    failure: 'Failed to approve the report. Please try again.',
  },
  decline: {
    action: 'Decline',
    title: 'Decline this report?',
    description: 'The agent reads your reason on the page of the lead and in an email.',
    hint: 'The agent reads it.',
    pending: 'Declining...',
    failure: 'Failed to decline the report. Please try again.',
  },
} as const;

function Decide({ reportId, decision }: { reportId: string; decision: Decision }) {
  const [isOpen, setIsOpen] = useState(false);
  const decide = useDecide(reportId, decision);
  const text = texts[decision];
  return (
    <>
      <Button
        {...(decision === 'decline' ? { variant: 'secondary' as const } : {})}
        onClick={() => setIsOpen(true)}
      >
        {text.action}
      </Button>
      <FormDialog isOpen={isOpen} onOpenChange={setIsOpen} title={text.title} description={text.description}>
        <DialogForm<{ note: string }>
          initialValues={{ note: '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, text.failure)}
          onSubmit={async ({ note }) => {
            await decide.mutateAsync(note);
            setIsOpen(false);
          }}
        >
          <TextAreaField
            name="note"
            label={decision === 'approve' ? 'Note' : 'Reason'}
            hint={text.hint}
            maxLength={PROBLEM_NOTE_MAX}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton type="submit" isPending={decide.isPending} pendingLabel={text.pending}>
              {text.action}
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}

/** What an admin can do with a report that nobody decided yet. */
export function DecideProblem({ report: { id, state } }: { report: AdminProblemReport }) {
  const review = useStartReview(id);
  return (
    <div className="flex flex-wrap gap-3">
      <Decide reportId={id} decision="approve" />
      <Decide reportId={id} decision="decline" />
      {state === 'reported' ? (
        <PendingButton
          variant="secondary"
          isPending={review.isPending}
          pendingLabel="Starting..."
          onClick={() => review.mutate()}
        >
          Start review
        </PendingButton>
      ) : null}
    </div>
  );
}
