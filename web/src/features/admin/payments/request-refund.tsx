import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { Field } from '@/components/form/field';
import { FormAction } from '@/components/form/form-action';
import { SelectField } from '@/components/form/select-field';
import { toOptions } from '@/components/ui/select';
import type { RouteBody } from '@/lib/api-client';
import { rowButton } from '../columns';
import { useRequestRefund } from './payments.api';
import { adminReasonLabels } from './refunds';

const schema = async () => (await import('@desk/contracts/billing/refunds.http')).requestRefundBody;

interface RequestRefundProps {
  paymentId: string;
  /** Decimal in dollars. */
  amount: string;
  agentName: string;
  leadName: string;
}

export function RequestRefund({ paymentId, amount, agentName, leadName }: RequestRefundProps) {
  const formatted = formatAmount(toCents(amount));
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
      mutation={useRequestRefund(paymentId, formatted, agentName)}
    >
      <SelectField name="reason" label="Reason" options={toOptions(adminReasonLabels)} />
      <Field name="note" label="Note" hint="For administrators. The agent doesn't see it." maxLength={500} />
    </FormAction>
  );
}
