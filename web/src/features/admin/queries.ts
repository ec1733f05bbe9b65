import type { RouteName } from '@desk/contracts/routes';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RouteAnswer, RouteArgs } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

/** Other people change these lists, so each visit reads them again and shows the cached rows meanwhile. */
export const listOptions = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;

/** Queues change by themselves, so they are polled. Background tabs do not poll. */
export const liveOptions = { ...listOptions, refetchInterval: 5_000 } as const;

export const useListQuery = <Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): UseQueryResult<RouteAnswer<Name>> => useQuery({ ...routeQuery(name, ...args), ...listOptions });

/** Reads one item. Other people change it too, so each visit reads it again. */
export const useFreshQuery = <Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): UseQueryResult<RouteAnswer<Name>> => useQuery({ ...routeQuery(name, ...args), refetchOnMount: 'always' });

/** Reads what a form edits. Others may have changed it since the last visit, so nothing older is ever shown. */
export const useEditedQuery = <Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): UseQueryResult<RouteAnswer<Name>> =>
  useQuery({ ...routeQuery(name, ...args), refetchOnMount: 'always', gcTime: 0 });

/** The funnels, for a field in which one is chosen. */
export const useFunnelOptions = () =>
  (useListQuery('listFunnels').data?.funnels ?? []).map(({ id, name }) => ({ value: id, label: name }));
