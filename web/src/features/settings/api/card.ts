import { useMutation } from '@tanstack/react-query';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

export const NOT_SAVED = 'Failed to update payment method';

/** Creates the client secret that the card form needs. */
export const useCreateSetupIntent = () =>
  useMutation({
    mutationFn: () => withProofOfWork((proof) => callRoute('createCardSetup', { body: proof })),
    meta: { failure: (error) => getWaitMessage(error, 'Failed to initialize payment form') },
  });

/** Makes a confirmed card the one that is charged. */
export const useUpdatePaymentMethod = () =>
  useMutation({
    mutationFn: (paymentMethodId: string) => callRoute('replaceCard', { body: { paymentMethodId } }),
    onSuccess: useRefresh('getCurrentUser', 'getCard'),
    meta: {
      success: { title: 'Success', description: 'Your payment method has been updated.' },
      failure: NOT_SAVED,
    },
  });
