import { useMutation, useQueryClient } from '@tanstack/react-query';
import { USER_KEY } from '@/lib/current-user';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { cardQuery } from './get-card';

export const NOT_SAVED = 'Failed to update payment method';

/** Creates the client secret that the card form needs. */
export const useCreateSetupIntent = () =>
  useMutation({
    mutationFn: () => withProofOfWork((proof) => callRoute('createCardSetup', { body: proof })),
    meta: { failure: (error) => getWaitMessage(error, 'Failed to initialize payment form') },
  });

/** Makes a confirmed card the one that is charged. */
export function useUpdatePaymentMethod() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paymentMethodId: string) => callRoute('replaceCard', { body: { paymentMethodId } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: USER_KEY }),
        queryClient.invalidateQueries({ queryKey: cardQuery.queryKey }),
      ]),
    meta: {
      success: { title: 'Success', description: 'Your payment method has been updated.' },
      failure: NOT_SAVED,
    },
  });
}
