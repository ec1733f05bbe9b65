import { ADMIN_REASON_MAX } from '@desk/contracts/accounts/user-administration.values';
import { type RefObject, useRef, useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { notify } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useDecide } from '../../api/waiting-leads';

const FAILURE = 'The lead could not be withdrawn. Please try again.';
const schema = async () => (await import('@desk/contracts/leads/waiting-leads.http')).withdrawLeadBody;

interface WithdrawLeadProps {
  leadId: string;
  /** Gets the focus afterwards, because the button goes away. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Ends a waiting lead, after asking for a reason. */
export function WithdrawLead({ leadId, focusAfterwards }: WithdrawLeadProps) {
  const [isOpen, setIsOpen] = useState(false);
  const focusTarget = useRef<HTMLElement | null>(null);
  const decide = useDecide(leadId);
  return (
    <>
      <Button
        variant="secondary"
        onClick={(event) => {
          focusTarget.current = event.currentTarget;
          setIsOpen(true);
        }}
      >
        Withdraw
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Withdraw this lead?"
        description="It will never be sold, and its contact details are removed like those of an expired lead. You can't undo this."
        returnFocusTo={focusTarget}
      >
        <DialogForm<{ reason: string }>
          initialValues={{ reason: '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, FAILURE)}
          onSubmit={async ({ reason }) => {
            await decide.mutateAsync({ reason: reason.trim() });
            focusTarget.current = focusAfterwards.current;
            setIsOpen(false);
            notify({ title: 'Lead withdrawn', description: 'It will not be sold.' });
          }}
        >
          <Field
            name="reason"
            label="Reason"
            hint="Only administrators read it."
            maxLength={ADMIN_REASON_MAX}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <PendingButton type="submit" isPending={decide.isPending} pendingLabel="Withdrawing...">
              Withdraw
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
