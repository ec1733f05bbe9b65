import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notify, notifyError, type ToastMessage } from '@/components/toast/toast-store';
import { getErrorMessage } from './api-client';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Notice after a success. */
      readonly success?: ToastMessage;
      /** Notice after a failure for which the server gives no sentence. */
      readonly failure?: string;
    };
  }
}

/** Makes requests fail at once without a network. By default they wait for it, while the page shows them as sent. */
const networkMode = 'always';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.success) notify(meta.success);
      },
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.failure !== undefined) notifyError(getErrorMessage(error, meta.failure));
      },
    }),
    defaultOptions: {
      queries: {
        networkMode,
        // Refetches only queries that failed or were invalidated.
        refetchOnReconnect: true,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Infinity,
      },
      mutations: { networkMode, retry: false },
    },
  });
