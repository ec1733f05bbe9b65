import type { CardRecovery } from '@desk/contracts/billing/card-recovery.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { MutationButton } from '@/components/ui/mutation-button';
import { callRoute, getErrorMessage, getWaitMessage } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

const success = { title: 'Your card is in use again', description: 'Leads start again right away.' };

/** Its message is shown to the user unchanged. */
class CardProviderError extends Error {}

/** Has the card's owner confirm the card with the bank, then makes it usable again. */
function useAuthenticateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Few agents need it, so pages do not wait for it.
      const { loadCardProvider } = await import('@/components/card-form/load-stripe');
      const provider = await loadCardProvider(queryClient);
      const { clientSecret, paymentMethodId } = await withProofOfWork((proof) =>
        callRoute('createCardAuthentication', { body: proof }),
      );
      const { error, setupIntent } = await provider.confirmCardSetup(clientSecret, {
        payment_method: paymentMethodId,
      });
      if (error || setupIntent.status !== 'succeeded')
        throw new CardProviderError(error?.message ?? 'Your bank did not confirm the card.');
      return callRoute('replaceCard', { body: { paymentMethodId } });
    },
    onSettled: useRefresh('getCard', 'getDashboard'),
    meta: {
      success,
      failure: (error) =>
        error instanceof CardProviderError
          ? error.message
          : getErrorMessage(error, 'Failed to confirm this card'),
    },
  });
}

/** What a user can do about a declined card without replacing it. */
export function CardRecoveryButton({ recovery }: { recovery: CardRecovery }) {
  const retry = useRouteMutation('retryCard', {
    onSettled: useRefresh('getCard', 'getDashboard'),
    success,
    failure: (error) => getWaitMessage(error, 'Failed to use this card again'),
  });
  const authenticate = useAuthenticateCard();
  if (recovery === 'replace') return null;
  if (recovery === 'retry')
    return (
      <MutationButton mutation={retry} pendingLabel="Trying...">
        Try this card again
      </MutationButton>
    );
  return (
    <MutationButton mutation={authenticate} pendingLabel="Waiting for your bank...">
      Confirm with your bank
    </MutationButton>
  );
}
