import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { getErrorMessage } from '@/lib/api-client';
import { useResolveIntegrationRequest } from './requests.api';
import { rowButton } from '../row-buttons';

const FAILURE = 'Failed to update the integration request. Please try again.';

interface ActivateRequestProps {
  requestId: string;
  /** Who requested what. */
  subject: string;
}

/** Marks a pending request as active after a confirmation. */
export function ActivateRequest({ requestId, subject }: ActivateRequestProps) {
  const resolveRequest = useResolveIntegrationRequest(requestId, subject);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Mark as active: ${subject}`}
        onClick={() => {
          resolveRequest.reset();
          setIsOpen(true);
        }}
      >
        Mark as active
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Is this integration set up?"
        description={
          <>
            {subject}. The agent gets an email that leads arrive there from now on. You can't undo this.
            {resolveRequest.isError ? (
              <span role="alert" className="mt-3 block font-medium text-danger">
                {getErrorMessage(resolveRequest.error, FAILURE)}
              </span>
            ) : null}
          </>
        }
        confirmLabel="Mark as active"
        pendingLabel="Saving..."
        onConfirm={() =>
          resolveRequest.mutateAsync({ status: 'completed' }, { onSuccess: () => setIsOpen(false) })
        }
      />
    </>
  );
}
