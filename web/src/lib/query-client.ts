import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { api } from './api-client';

/** A query's key is its address, in segments. */
const get: QueryFunction = ({ queryKey }) => api('GET', queryKey.join('/'));

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: get,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Infinity,
      },
      mutations: { retry: false },
    },
  });
