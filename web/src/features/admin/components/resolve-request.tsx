import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import { useState } from 'react';
import { notify } from '@/components/toast/toast-store';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { getErrorMessage } from '@/lib/api-client';
import { type RequestResolution, useResolveIntegrationRequest } from '../api/integrations';
import { integrationNames } from '../lib/labels';
import { rowButton } from './row-buttons';

const FAILURE = 'Failed to update the integration request. Please try again.';

type Resolution = RequestResolution['status'];

const dialogs = {
  completed: {
    action: 'Complete',
    pending: 'Completing...',
    title: 'Complete this request?',
    effect: "This marks the integration as set up. You can't undo this.",
    notice: 'Request completed',
    done: 'was marked as completed.',
  },
  declined: {
    action: 'Decline',
    pending: 'Declining...',
    title: 'Decline this request?',
    effect: "The integration will not be set up. You can't undo this.",
    notice: 'Request declined',
    done: 'was marked as declined.',
  },
} as const satisfies Record<Resolution, object>;

/** Completes or declines a pending request after a confirmation. */
export function ResolveRequest({ request }: { request: AdminIntegrationRequest }) {
  const resolveRequest = useResolveIntegrationRequest();
  const [isOpen, setIsOpen] = useState(false);
  // Kept while the closing dialog fades out.
  const [resolution, setResolution] = useState<Resolution>('completed');
  const { action, pending, title, effect, notice, done } = dialogs[resolution];
  const name = `${request.user.firstName} ${request.user.lastName}`.trim() || request.user.email;
  const subject = `The ${integrationNames[request.integrationType]} request from ${name}`;

  const openDialog = (status: Resolution) => {
    resolveRequest.reset();
    setResolution(status);
    setIsOpen(true);
  };
  const confirm = () =>
    resolveRequest.mutate(
      { requestId: request.id, status: resolution },
      {
        onSuccess: () => {
          setIsOpen(false);
          notify({ title: notice, description: `${subject} ${done}` });
        },
      },
    );

  return (
    <div className="flex gap-2 md:justify-end">
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Complete: ${subject}`}
        onClick={() => openDialog('completed')}
      >
        Complete
      </Button>
      <Button
        variant="quiet"
        className={rowButton}
        aria-label={`Decline: ${subject}`}
        onClick={() => openDialog('declined')}
      >
        Decline
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={
          <>
            {subject}. {effect}
            {resolveRequest.isError ? (
              <span role="alert" className="mt-3 block font-medium text-danger">
                {getErrorMessage(resolveRequest.error, FAILURE)}
              </span>
            ) : null}
          </>
        }
        confirmLabel={action}
        pendingLabel={pending}
        isPending={resolveRequest.isPending}
        isDestructive={resolution === 'declined'}
        onConfirm={confirm}
      />
    </div>
  );
}
