import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cardConfigQuery } from '@/components/card-form/card-config';
import { callRoute, getErrorMessage, getWaitMessage } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';

const success = { title: 'Your card is in use again', description: 'Leads start again right away.' };

/** Shown to the user as it is. */
class CardProviderError extends Error {}

function useReload(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey('getCard') }),
      queryClient.invalidateQueries({ queryKey: routeKey('getDashboard') }),
    ]);
}

export function useRetryCard() {
  const onSettled = useReload();
  return useMutation({
    mutationFn: () => callRoute('retryCard'),
    onSettled,
    meta: { success, failure: (error) => getWaitMessage(error, 'Failed to use this card again') },
  });
}

/** Has the card's owner confirm the card with the bank, then makes it usable again. */
export function useAuthenticateCard() {
  const queryClient = useQueryClient();
  const onSettled = useReload();
  return useMutation({
    mutationFn: async () => {
      // Few agents need it, so pages do not wait for it.
      const { loadCardProvider } = await import('@/components/card-form/load-stripe');
      const provider = await loadCardProvider(await queryClient.query(cardConfigQuery));
      const { clientSecret, paymentMethodId } = await callRoute('createCardAuthentication');
      const { error, setupIntent } = await provider.confirmCardSetup(clientSecret, {
        payment_method: paymentMethodId,
      });
      if (error) throw new CardProviderError(error.message ?? 'Your bank did not confirm the card.');
      if (setupIntent.status !== 'succeeded')
        throw new CardProviderError('Your bank did not confirm the card.');
      return callRoute('replaceCard', { body: { paymentMethodId } });
    },
    onSettled,
    meta: {
      success,
      failure: (error) =>
        error instanceof CardProviderError
          ? error.message
          : getErrorMessage(error, 'Failed to confirm this card'),
    },
  });
}
