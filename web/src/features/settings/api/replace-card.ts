import { useMutation, useQueryClient } from '@tanstack/react-query';
import { USER_KEY } from '@/lib/current-user';
import { api } from '@/lib/api-client';
import { cardQuery } from './get-card';

/** Gives the provider's secret that opens the card form. */
export const useCreateSetupIntent = () =>
  useMutation({
    mutationFn: () => api<{ clientSecret: string }>('POST', '/api/create-setup-intent', {}),
  });

/** From here on this card is charged. */
export function useUpdatePaymentMethod() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paymentMethodId: string) => api('POST', '/api/update-payment-method', { paymentMethodId }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: USER_KEY }),
        queryClient.invalidateQueries({ queryKey: cardQuery.queryKey }),
      ]),
  });
}
