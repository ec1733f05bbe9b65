import { DECLINE_REASON_MAX } from '@desk/contracts/accounts/accounts.values';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { Button, PendingButton } from '@/components/ui/button';
import { CancelButton, FormDialog } from '@/components/ui/form-dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useResolveIntegrationRequest } from './requests.api';
import { rowButton } from '../row-buttons';

const FAILURE = 'Failed to update the integration request. Please try again.';
const schema = async () =>
  (await import('@desk/contracts/accounts/accounts.schemas')).resolveIntegrationRequestSchema;

interface DeclineRequestProps {
  requestId: string;
  /** Who requested what. */
  subject: string;
}

/** Declines a pending request, after asking for the reason that the agent gets. */
export function DeclineRequest({ requestId, subject }: DeclineRequestProps) {
  const resolveRequest = useResolveIntegrationRequest(requestId, subject);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        className={rowButton}
        aria-label={`Decline: ${subject}`}
        onClick={() => setIsOpen(true)}
      >
        Decline
      </Button>
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Decline this request?"
        description={`${subject}. The integration will not be set up. You can't undo this.`}
      >
        <DialogForm
          initialValues={{ status: 'declined' as const, reason: '' }}
          schema={schema}
          className="grid gap-4"
          getMessage={(error) => getErrorMessage(error, FAILURE)}
          onSubmit={async ({ status, reason }) => {
            await resolveRequest.mutateAsync({ status, reason: reason.trim() });
            close();
          }}
        >
          <Field
            name="reason"
            label="Reason"
            hint="The agent gets it by email and sees it on the Integrations page."
            maxLength={DECLINE_REASON_MAX}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <CancelButton />
            <PendingButton type="submit" isPending={resolveRequest.isPending} pendingLabel="Declining...">
              Decline
            </PendingButton>
          </div>
        </DialogForm>
      </FormDialog>
    </>
  );
}
