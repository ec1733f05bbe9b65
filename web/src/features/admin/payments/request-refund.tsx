import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { SelectField } from '@/components/form/select-field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage, type RouteBody } from '@/lib/api-client';
import { useRequestRefund } from './refunds.api';
import { keysOf } from '../labels';
import { adminReasonLabels } from './refunds';
import { rowButton } from '../row-buttons';

const FAILURE = 'Failed to request the refund. Please try again.';
const schema = async () => (await import('@desk/contracts/billing/refunds.http')).requestRefundBody;
const options = keysOf(adminReasonLabels).map((value) => ({ value, label: adminReasonLabels[value] }));

interface RequestRefundProps {
  paymentId: string;
  /** Decimal in dollars. */
  amount: string;
  agentName: string;
  leadName: string;
}

/** Gives a payment back in full, after asking for a reason. */
export function RequestRefund({ paymentId, amount, agentName, leadName }: RequestRefundProps) {
  const [isOpen, setIsOpen] = useState(false);
  const formatted = formatAmount(toCents(amount));
  const refund = useRequestRefund(paymentId, formatted, agentName);
  return (
    <>
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Refund ${formatted}: ${agentName}, ${leadName}`}
        onClick={() => setIsOpen(true)}
      >
        Refund
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Refund ${formatted}?`}
        description={`The whole payment of ${agentName} for ${leadName} goes back to the card, and the agent gets an email. You can't undo this.`}
      >
        <DialogForm<RouteBody<'requestRefund'>>
          initialValues={{ reason: 'not-delivered', note: '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, FAILURE)}
          onSubmit={async (input) => {
            await refund.mutateAsync(input);
            setIsOpen(false);
          }}
        >
          <SelectField name="reason" label="Reason" options={options} />
          <Field
            name="note"
            label="Note"
            hint="For administrators. The agent doesn't see it."
            maxLength={500}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton type="submit" isPending={refund.isPending} pendingLabel="Requesting...">
              Refund
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
