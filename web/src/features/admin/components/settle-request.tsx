import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import { useState } from 'react';
import { notify } from '@/components/toast/toast-store';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { sentenceOf } from '@/lib/api-client';
import { type Settlement, useResolveIntegrationRequest } from '../api/integrations';
import { integrationNames } from '../lib/names';
import { rowButton } from './row-buttons';

const FAILURE = 'Failed to update the integration request. Please try again.';

type Answer = Settlement['status'];

const answers = {
  completed: {
    action: 'Complete',
    pending: 'Completing...',
    title: 'Complete this request?',
    effect: 'It is marked as completed: the integration is set up. This cannot be undone.',
    notice: 'Request completed',
    done: 'is marked as completed.',
  },
  declined: {
    action: 'Decline',
    pending: 'Declining...',
    title: 'Decline this request?',
    effect: 'It is marked as declined: the integration will not be set up. This cannot be undone.',
    notice: 'Request declined',
    done: 'is marked as declined.',
  },
} as const satisfies Record<Answer, object>;

/** What may be made of a request that waits, each after a question. */
export function SettleRequest({ request }: { request: AdminIntegrationRequest }) {
  const settle = useResolveIntegrationRequest();
  const [asked, setAsked] = useState<Answer | null>(null);
  // While the dialog goes it still says what it asked.
  const [shown, setShown] = useState<Answer>('completed');
  const { action, pending, title, effect, notice, done } = answers[shown];
  const name = `${request.user.firstName} ${request.user.lastName}`.trim() || request.user.email;
  const what = `The ${integrationNames[request.integrationType]} request of ${name}`;

  const ask = (status: Answer) => {
    settle.reset();
    setShown(status);
    setAsked(status);
  };
  const confirm = () =>
    settle.mutate(
      { requestId: request.id, status: shown },
      {
        onSuccess: () => {
          setAsked(null);
          notify({ title: notice, description: `${what} ${done}` });
        },
      },
    );

  return (
    <div className="flex gap-2 md:justify-end">
      <Button
        variant="secondary"
        className={rowButton}
        aria-label={`Complete: ${what}`}
        onClick={() => ask('completed')}
      >
        Complete
      </Button>
      <Button
        variant="quiet"
        className={rowButton}
        aria-label={`Decline: ${what}`}
        onClick={() => ask('declined')}
      >
        Decline
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null);
        }}
        title={title}
        description={
          <>
            {what}. {effect}
            {settle.isError ? (
              <span role="alert" className="mt-3 block font-medium text-danger">
                {sentenceOf(settle.error, FAILURE)}
              </span>
            ) : null}
          </>
        }
        confirmLabel={action}
        pendingLabel={pending}
        isPending={settle.isPending}
        isDestructive={shown === 'declined'}
        onConfirm={confirm}
      />
    </div>
  );
}
