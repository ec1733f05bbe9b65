import { useQuery } from '@tanstack/react-query';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { routeQuery } from '@/lib/route-query';

export const leadQuery = (leadId: string) => ({
  ...routeQuery('getLead', { params: { leadId } }),
  refetchOnMount: 'always' as const,
});

export const useLead = (leadId: string) =>
  useQuery({
    ...leadQuery(leadId),
    refetchInterval: ({ state }) => deliveryPollInterval(state.data?.deliveries),
  });
