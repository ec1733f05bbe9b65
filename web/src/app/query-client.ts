import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notify, notifyError, type ToastMessage } from '@/components/toast/toast-store';
import { getErrorMessage } from '@/lib/api-client';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Notice after a success. A function gets what the server answered and what was sent. */
      readonly success?: ToastMessage | ((data: never, variables: never) => ToastMessage);
      /**
       * Notice after a failure for which the server gives no message. A function returns the notice itself, or null for
       * a failure that the page shows in another way.
       */
      readonly failure?: string | ((error: unknown) => string | ToastMessage | null);
    };
  }
}

/** Makes requests fail at once without a network. By default they wait for it, while the page shows them as sent. */
const networkMode = 'always';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (data, variables, _result, { meta: { success } = {} }) => {
        if (success)
          notify(typeof success === 'function' ? success(data as never, variables as never) : success);
      },
      onError: (error, _variables, _result, { meta: { failure } = {} }) => {
        if (failure === undefined) return;
        const notice = typeof failure === 'function' ? failure(error) : getErrorMessage(error, failure);
        if (typeof notice === 'string') notifyError(notice);
        else if (notice) notify(notice);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode,
        // Refetches only queries that failed or were invalidated.
        refetchOnReconnect: true,
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
      },
      mutations: { networkMode, retry: false },
    },
  });
