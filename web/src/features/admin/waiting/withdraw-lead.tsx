import { getErrorMessage } from '@/lib/api-client';
import { useWithdrawLead } from './waiting.api';
import { ReasonDialog } from '../reason-dialog';

const FAILURE = 'The lead could not be withdrawn. Please try again.';
const schema = async () => (await import('@desk/contracts/leads/waiting-leads.http')).withdrawLeadBody;

/** Ends a waiting lead, after asking for a reason. */
export function WithdrawLead({ leadId }: { leadId: string }) {
  const withdraw = useWithdrawLead(leadId);
  return (
    <ReasonDialog<{ reason: string }>
      label="Withdraw"
      title="Withdraw this lead?"
      description="It will never be sold, and its contact details are removed like those of an expired lead. You can't undo this."
      initialValues={{ reason: '' }}
      schema={schema}
      getMessage={(error) => getErrorMessage(error, FAILURE)}
      pendingLabel="Withdrawing..."
      isPending={withdraw.isPending}
      onSubmit={async ({ reason }) => {
        await withdraw.mutateAsync(reason.trim());
      }}
    />
  );
}
