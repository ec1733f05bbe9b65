import type { LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import type { QueryClient } from '@tanstack/react-query';
import type { RouteAnswer } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';

/** Shows what was saved on the lead's page and in the lists that were loaded before. */
export function storeDisposition(
  queryClient: QueryClient,
  leadId: string,
  saved: RouteAnswer<'updateDisposition'>,
): void {
  const { notes, ...listed } = saved;
  queryClient.setQueryData(
    routeQuery('getLead', { params: { leadId } }).queryKey,
    (lead) => lead && { ...lead, ...listed, notes },
  );
  queryClient.setQueriesData<LeadsPage>(
    { queryKey: routeKey('listLeads') },
    (page) =>
      page && {
        ...page,
        leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, ...listed } : lead)),
      },
  );
}
