import type { LeadView } from '@desk/contracts/leads/lead-views.schemas';
import { type LeadFilters, leadParams } from './filters';

/** Returns the filters as a view keeps them: without the page, and without those that are not set. */
export const toViewFilters = ({ page: _page, ...filters }: LeadFilters): LeadView['filters'] =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== ''));

/** Returns the filters of a view. A value that the list does not offer any more is left out. */
export const fromViewFilters = (saved: LeadView['filters']): LeadFilters =>
  Object.fromEntries(
    Object.entries(leadParams).map(([name, { parse }]) => [
      name,
      parse(saved[name as keyof LeadView['filters']] ?? null),
    ]),
  ) as LeadFilters;

/** Returns the view that has these filters. */
export function findView(views: readonly LeadView[], filters: LeadFilters): LeadView | undefined {
  const key = (each: LeadFilters) => JSON.stringify({ ...each, page: 1 }, Object.keys(leadParams));
  return views.find((view) => key(fromViewFilters(view.filters)) === key(filters));
}
