import type { RouteQuery } from '@/lib/api-client';

type ListQuery = RouteQuery<'listLeadHistory'>;

interface LeadsPathFilters extends Pick<ListQuery, 'from' | 'to' | 'state' | 'leadType' | 'status'> {
  funnelId?: ListQuery['funnel'];
}

/** Returns where the admins' list of these leads is. Null filters by nothing. */
export function leadsPath({ funnelId, ...filters }: LeadsPathFilters): string {
  const chosen = Object.entries({ ...filters, funnel: funnelId }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return `/admin/leads?${new URLSearchParams(chosen).toString()}`;
}
