import { QueryClient } from '@tanstack/react-query';

/** Makes requests fail at once without a network. By default they wait for it, while the page shows them as sent. */
const networkMode = 'always';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
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
