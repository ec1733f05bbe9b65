import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useAcknowledgeDifference } from './reconciliation.api';
import { rowButton } from '../row-buttons';

const FAILURE = 'Failed to acknowledge the difference. Please try again.';
const schema = async () =>
  (await import('@desk/contracts/billing/reconciliation.http')).acknowledgeDifferenceBody;

/** Records why a difference is accepted. */
export function AcknowledgeDifference({ difference }: { difference: AdminDifference }) {
  const [isOpen, setIsOpen] = useState(false);
  const acknowledge = useAcknowledgeDifference(difference);
  return (
    <>
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Acknowledge: ${difference.providerId}`}
        onClick={() => setIsOpen(true)}
      >
        Acknowledge
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Acknowledge this difference?"
        description="It stays in the list, but no longer raises an alarm. No payment changes. If an amount or a state changes, it opens again."
      >
        <DialogForm<{ note: string }>
          initialValues={{ note: difference.note ?? '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, FAILURE)}
          onSubmit={async (input) => {
            await acknowledge.mutateAsync(input);
            setIsOpen(false);
          }}
        >
          <Field name="note" label="Note" hint="Why the records differ." maxLength={1_000} />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton type="submit" isPending={acknowledge.isPending} pendingLabel="Saving...">
              Acknowledge
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
