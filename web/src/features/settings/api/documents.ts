import { infiniteQueryOptions } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';

/** Always stale: a receipt follows each purchase. */
export const documentsQuery = infiniteQueryOptions({
  queryKey: routeKey('listDocuments'),
  queryFn: ({ pageParam }) => callRoute('listDocuments', { query: { after: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
});

export const documentQuery = (documentId: string) => routeQuery('getDocument', { params: { documentId } });

export const statementQuery = (month: string) => ({
  ...routeQuery('getStatement', { query: { month } }),
  staleTime: 0,
});
