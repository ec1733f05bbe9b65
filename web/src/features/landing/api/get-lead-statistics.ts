import type { LeadStatistics } from '@desk/contracts/leads/sold-leads.http';
import { queryOptions } from '@tanstack/react-query';

/** Median time from posted to delivered over the last 7 days, and how many leads it covers. */
export const statisticsQuery = queryOptions<LeadStatistics>({ queryKey: ['/api/statistics'] });
