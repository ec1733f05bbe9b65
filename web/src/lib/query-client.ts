import { QueryClient } from '@tanstack/react-query';

/** Without a network, requests fail at once. By default they would wait, while the page shows them as sent. */
const networkMode = 'always';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        // Only what failed or is out of date.
        refetchOnReconnect: true,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Infinity,
      },
      mutations: { networkMode, retry: false },
    },
  });
