import { queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute, routeKey } from '@/lib/api-client';

export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: routeKey('getLead', leadId),
    queryFn: () => callRoute('getLead', { params: { leadId } }),
    refetchOnMount: 'always',
  });

export const useLead = (leadId: string) => useQuery(leadQuery(leadId));
