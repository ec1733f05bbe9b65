import { routeQuery } from '@/lib/route-query';
import { listOptions } from './list-options';

export const balanceQuery = (month: string) => ({
  ...routeQuery('getBalanceReport', { query: { month } }),
  ...listOptions,
});
