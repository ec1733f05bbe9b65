import type { CardRecovery } from '@desk/contracts/billing/card-recovery.values';
import { notify, notifyError } from '@/components/toast/toast-store';
import { PendingButton } from '@/components/ui/button';
import { getErrorMessage, getWaitMessage } from '@/lib/api-client';
import { CardProviderError, useAuthenticateCard, useRetryCard } from './recover-card';

const success = { title: 'Your card is in use again', description: 'Leads start again right away.' };

/** What a user can do about a declined card without replacing it. */
export function CardRecoveryButton({ recovery }: { recovery: CardRecovery }) {
  const retry = useRetryCard();
  const authenticate = useAuthenticateCard();
  if (recovery === 'replace') return null;
  if (recovery === 'retry')
    return (
      <PendingButton
        isPending={retry.isPending}
        pendingLabel="Trying..."
        onClick={() =>
          retry.mutate(undefined, {
            onSuccess: () => notify(success),
            onError: (error) => notifyError(getWaitMessage(error, 'Failed to use this card again')),
          })
        }
      >
        Try this card again
      </PendingButton>
    );
  return (
    <PendingButton
      isPending={authenticate.isPending}
      pendingLabel="Waiting for your bank..."
      onClick={() =>
        authenticate.mutate(undefined, {
          onSuccess: () => notify(success),
          onError: (error) =>
            notifyError(
              error instanceof CardProviderError
                ? error.message
                : getErrorMessage(error, 'Failed to confirm this card'),
            ),
        })
      }
    >
      Confirm with your bank
    </PendingButton>
  );
}
