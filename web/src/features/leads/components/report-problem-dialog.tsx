import {
  isRefundProblem,
  PROBLEM_DETAILS_MAX,
  type ProblemReason,
} from '@desk/contracts/leads/problem-reports.values';
import { useFormikContext } from 'formik';
import { MutationForm } from '@/components/form/form-action';
import { SelectField } from '@/components/form/select-field';
import { TextAreaField } from '@/components/form/text-area-field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { FormDialog } from '@/components/ui/dialog';
import { getWaitMessage, type RouteBody } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';
import { problemLabels } from '../lib/problem-reports';

const schema = async () => (await import('@desk/contracts/leads/problem-reports.http')).reportProblemBody;

type Values = RouteBody<'reportProblem'>;

function ReasonField({ reasons }: { reasons: readonly ProblemReason[] }) {
  const { reason } = useFormikContext<Values>().values;
  return (
    <div className="grid gap-2">
      <SelectField
        name="reason"
        label="What is wrong?"
        options={reasons.map((value) => ({ value, label: problemLabels[value] }))}
      />
      <p role="status" className="text-sm font-medium text-money">
        {isRefundProblem(reason)
          ? 'If we can confirm it, the full amount goes back to your card.'
          : 'This is feedback about the source of the lead. It does not lead to a refund.'}
      </p>
    </div>
  );
}

interface ReportProblemDialogProps {
  leadId: string;
  reasons: readonly [ProblemReason, ...ProblemReason[]];
  onClose: () => void;
}

export function ReportProblemDialog({ leadId, reasons, onClose }: ReportProblemDialogProps) {
  const report = useRouteMutation('reportProblem', {
    params: { leadId },
    // Also after an error: the lead may have been refunded meanwhile.
    onSettled: useRefresh('getLead'),
    success: { title: 'Report sent', description: 'You see what becomes of it on this page.' },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Report a problem"
      description="We check every report ourselves. You see each step on this page and get it by email."
    >
      <MutationForm<Values, unknown>
        initialValues={{ reason: reasons[0], details: '' }}
        schema={schema}
        getMessage={(error) => getWaitMessage(error, 'Your report was not sent. Please try again.')}
        submitLabel="Send report"
        pendingLabel="Sending..."
        mutation={report}
        onDone={onClose}
      >
        <ReasonField reasons={reasons} />
        <TextAreaField
          name="details"
          label="Details"
          note="(Optional)"
          hint="What happened, and when."
          maxLength={PROBLEM_DETAILS_MAX}
        />
      </MutationForm>
    </FormDialog>
  );
}
