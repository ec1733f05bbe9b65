import type { CardRecovery } from '@desk/contracts/billing/card-recovery.values';
import { PendingButton } from '@/components/ui/button';
import { useAuthenticateCard, useRetryCard } from './recover-card';

/** What a user can do about a declined card without replacing it. */
export function CardRecoveryButton({ recovery }: { recovery: CardRecovery }) {
  const retry = useRetryCard();
  const authenticate = useAuthenticateCard();
  if (recovery === 'replace') return null;
  if (recovery === 'retry')
    return (
      <PendingButton isPending={retry.isPending} pendingLabel="Trying..." onClick={() => retry.mutate()}>
        Try this card again
      </PendingButton>
    );
  return (
    <PendingButton
      isPending={authenticate.isPending}
      pendingLabel="Waiting for your bank..."
      onClick={() => authenticate.mutate()}
    >
      Confirm with your bank
    </PendingButton>
  );
}
