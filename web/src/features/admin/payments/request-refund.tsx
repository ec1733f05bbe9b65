import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { SelectField } from '@/components/form/select-field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { toOptions } from '@/components/ui/select';
import type { RouteBody } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { rowButton } from '../columns';
import { adminReasonLabels } from './refunds';

const schema = async () => (await import('@desk/contracts/billing/refunds.http')).requestRefundBody;

interface RequestRefundProps {
  paymentId: string;
  /** Decimal in dollars. */
  amount: string;
  agentName: string;
  leadName: string;
}

/** The server asks the admin to sign in again if the last sign-in is too old. */
export function RequestRefund({ paymentId, amount, agentName, leadName }: RequestRefundProps) {
  const formatted = formatAmount(toCents(amount));
  const request = useRouteMutation('requestRefund', {
    params: { paymentId },
    // Also after an error: the payment may have been refunded meanwhile.
    onSettled: useBackgroundRefresh('listPayments', 'getLeadTimeline'),
    success: { title: 'Refund requested', description: `${formatted} is on its way back to ${agentName}.` },
  });
  return (
    <FormAction<RouteBody<'requestRefund'>>
      label="Refund"
      button={{ className: rowButton, 'aria-label': `Refund ${formatted}: ${agentName}, ${leadName}` }}
      title={`Refund ${formatted}?`}
      description={`The whole payment of ${agentName} for ${leadName} goes back to the card, and the agent gets an email. You can't undo this.`}
      initialValues={{ reason: 'not-delivered', note: '' }}
      schema={schema}
      failure="Failed to request the refund. Please try again."
      pendingLabel="Requesting..."
      mutation={request}
    >
      <SelectField name="reason" label="Reason" options={toOptions(adminReasonLabels)} />
      <Field name="note" label="Note" hint="For admins. The agent doesn't see it." maxLength={500} />
    </FormAction>
  );
}
