import type { LeadStatistics } from '@desk/contracts/leads/sold-leads.http';
import { queryOptions } from '@tanstack/react-query';

/** How long leads took from posted to delivered over the last 7 days, and how many were measured. */
export const statisticsQuery = queryOptions<LeadStatistics>({ queryKey: ['/api/figures'] });
