import { type Campaign, formatCampaign } from '@desk/contracts/leads/campaign-names';
import type { RouteQuery } from '@/lib/api-client';

type ListQuery = RouteQuery<'listLeadHistory'>;

interface LeadsPathFilters extends Pick<ListQuery, 'from' | 'to' | 'state' | 'leadType' | 'status'> {
  funnelId?: ListQuery['funnel'];
  /** Both empty: leads without a campaign. */
  campaign?: Campaign;
}

/** Returns the address of the admins' list of these leads. A filter that is null or left out does not apply. */
export function leadsPath({ funnelId, campaign, ...filters }: LeadsPathFilters): string {
  const named = { ...filters, funnel: funnelId, campaign: campaign && formatCampaign(campaign) };
  const chosen = Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/admin/leads?${new URLSearchParams(chosen).toString()}`;
}
