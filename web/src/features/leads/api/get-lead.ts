import { queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';

export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['/api/leads', 'one', leadId],
    queryFn: () => callRoute('getLead', { params: { leadId } }),
    refetchOnMount: 'always',
  });

export const useLead = (leadId: string) => useQuery(leadQuery(leadId));
