import type { RouteName } from '@desk/contracts/routes';
import { useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer, RouteArgs } from './api-client';
import { routeKey, routeQuery } from './route-query';

/** Returns a function that reads again what these routes answered. It resolves once the page shows it. */
export function useRefresh(...names: readonly RouteName[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: routeKey(name) })));
}

/** Like `useRefresh`, but nobody waits for it: the refreshed list may remove the row that the mutation belongs to. */
export function useBackgroundRefresh(...names: readonly RouteName[]): () => void {
  const refresh = useRefresh(...names);
  return () => void refresh();
}

/** Returns a function that reads what a route answers again, and returns it. */
export function useReload<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): () => Promise<RouteAnswer<Name>> {
  const queryClient = useQueryClient();
  return () => queryClient.query({ ...routeQuery(name, ...args), staleTime: 0, gcTime: 0 });
}
