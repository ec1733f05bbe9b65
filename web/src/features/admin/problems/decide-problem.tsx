import type { AdminProblemReport } from '@desk/contracts/leads/problem-reports.http';
import { PROBLEM_NOTE_MAX } from '@desk/contracts/leads/problem-reports.values';
import { useMutation } from '@tanstack/react-query';
import { FormAction } from '@/components/form/form-action';
import { TextAreaField } from '@/components/form/text-area-field';
import { PendingButton } from '@/components/ui/button';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

const schema = async () => (await import('@desk/contracts/leads/problem-reports.http')).problemNoteBody;

/** Also after an error: somebody else may have decided meanwhile. */
const useRefreshReport = () => useRefresh('getProblemReport', 'listProblemReports', 'getLeadTimeline');

/** Approving asks the administrator to sign in again if that was a while ago. */
const useDecide = (route: 'approveProblemReport' | 'declineProblemReport', reportId: string, done: string) =>
  useMutation({
    mutationFn: (body: RouteBody<typeof route>) => callRoute(route, { params: { reportId }, body }),
    onSettled: useRefreshReport(),
    meta: { success: { title: done } },
  });

const Approve = ({ reportId }: { reportId: string }) => (
  <FormAction
    label="Approve and refund"
    button={{ variant: 'primary' }}
    title="Refund this lead?"
    description="The whole payment goes back to the card, and the agent gets an email. You can't undo this."
    initialValues={{ note: '' }}
    schema={schema}
    failure="Failed to approve the report. Please try again."
    pendingLabel="Approving..."
    mutation={useDecide('approveProblemReport', reportId, 'Refund requested')}
  >
    <TextAreaField
      name="note"
      label="Note"
      hint="For administrators. The agent doesn't see it."
      maxLength={PROBLEM_NOTE_MAX}
    />
  </FormAction>
);

const Decline = ({ reportId }: { reportId: string }) => (
  <FormAction
    label="Decline"
    title="Decline this report?"
    description="The agent reads your reason on the page of the lead and in an email."
    initialValues={{ note: '' }}
    schema={schema}
    failure="Failed to decline the report. Please try again."
    pendingLabel="Declining..."
    mutation={useDecide('declineProblemReport', reportId, 'Report declined')}
  >
    <TextAreaField name="note" label="Reason" hint="The agent reads it." maxLength={PROBLEM_NOTE_MAX} />
  </FormAction>
);

export function DecideProblem({ report: { id, state } }: { report: AdminProblemReport }) {
  const review = useMutation({
    mutationFn: () => callRoute('startProblemReview', { params: { reportId: id }, body: {} }),
    onSettled: useRefreshReport(),
    meta: {
      success: { title: 'Review started', description: 'The agent sees that you are looking at it.' },
      failure: 'Failed to start the review. Please try again.',
    },
  });
  return (
    <div className="flex flex-wrap gap-3">
      <Approve reportId={id} />
      <Decline reportId={id} />
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
