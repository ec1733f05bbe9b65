import type { RouteQuery } from '@/lib/api-client';

type ListQuery = RouteQuery<'listLeadHistory'>;

interface LeadsPathFilters extends Pick<ListQuery, 'from' | 'to' | 'state' | 'leadType' | 'status'> {
  funnelId?: ListQuery['funnel'];
}

/** Returns the address of the admins' list of these leads. A filter that is null or left out does not apply. */
export function leadsPath({ funnelId, ...filters }: LeadsPathFilters): string {
  const chosen = Object.entries({ ...filters, funnel: funnelId }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return `/admin/leads?${new URLSearchParams(chosen).toString()}`;
}
